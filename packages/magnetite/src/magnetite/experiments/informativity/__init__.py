"""Text informativity: how much of what is answered right is owed to the text?"""
