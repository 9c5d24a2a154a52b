"""Options: what does a system go by if it sees only the options?"""
