"""`magnetite serve`: check an exam in a browser, from dropping a file to the report, on one's own machine.

    serving     start it
    app         addresses: what they show (`showing`), what forms do (`actions`), what a request is about (`request`)
    folder      a check's files: the upload and the report
    database    the checks, the progress of each, and their queue
    queue       one check at a time, each in a process of its own
    worker      that process: the same calls as `magnetite check`
    corrections keys and passages that the file lacks and the author supplied on the page (`supplied`: the forms)
    understood  what the page shows of an exam before it is checked
    downloads   the exam in any format, the flags as CSV

Checking itself is `magnetite.auditing.check`, its report `magnetite.report.check`.
"""

from magnetite.web.check.serving import serve

__all__ = ["serve"]
