"""What the finding of `overlap` looks like: two lists."""

from magnetite.report.looks import Kind, Look, Words

LOOK = Look(
    kinds={
        "overlap_passages": Kind(),
        "overlap_questions": Kind(item="id", last=("question",), page_only=("question",)),
    },
    findings={"overlap": Words(headlines=("passages found there", "questions found there"))},
)
