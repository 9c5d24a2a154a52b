"""Pages in a browser: an exam is checked without a terminal; what other pages, such as those of studies, stand on.

    check/     upload or paste, see what was understood, correct it, check, read and download

Server-rendered, no build step, nothing loaded from the network. Checks (`commands.check`) know of no browser.
"""
