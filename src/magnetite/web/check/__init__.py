"""`magnetite serve`: check an exam in a browser, from dropping a file to the report, on one's own machine.

    serving     start it
    app         addresses: what they show (`showing`), and what forms do (`actions`); `asked`: what a request is about
    folder      a check's files: what was uploaded, and the report
    database    which checks there are, and how far each is: the queue
    queue       one check at a time, each in a process of its own
    worker      that process: the same calls as `magnetite check`
    corrections what the author supplied on the page: keys and passages that the file lacks (`supplied`: the forms)
    understood  what the page shows of an exam before it is checked
    downloads   the exam in any format, the flags as CSV

What this package leaves out: checking itself (`magnetite.auditing.check`) and its report (`magnetite.report.check`).
"""

from magnetite.web.check.serving import serve

__all__ = ["serve"]
