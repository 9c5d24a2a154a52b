"""Pages in a browser: an exam is checked without a terminal, and people answer studies.

    check/     upload or paste, see what was understood, correct it, check, read and download
    study/     a participant's questions, one per page; the organiser's overview

Server-rendered, no build step, nothing loaded from the network. The only package that imports the web framework.
Checks (`auditing.check`) and studies (`magnetite_study`) know of no browser.
"""
