"""One exam typed in many ways: a passage, three questions, their keys. All of it is our own writing."""

PASSAGE = "Mara lives above a bakery. Its shop opens at six, and she is awake by then. In 2019 the bakery closed."
QUESTIONS = ("Where does Mara live?", "When does the shop open?", "When did the bakery close?")
OPTIONS = (
    ("in the mill", "above a bakery", "by the river"),
    ("at six", "at eight", "at ten"),
    ("1999", "2009", "2019"),
)
KEYS = "BAC"


def typed(
    number="{n}. {text}",
    option="{letter}. {text}",
    right=None,
    key="",
    *,
    end="",
    between="\n",
    head="",
    passage=PASSAGE,
    join="\n",
) -> str:
    """Type the exam: how a question, an option and the right option look, the key under each, and what ends it."""
    blocks = []
    for n, (text, options, answer) in enumerate(zip(QUESTIONS, OPTIONS, KEYS, strict=True), start=1):
        lines = []
        for place, words in enumerate(options):
            letter = "ABC"[place]
            values = {
                "letter": letter, "small": letter.lower(), "n": place + 1, "text": words,
                "roman": ("i", "ii", "iii")[place], "ring": "①②③"[place],
            }  # fmt: skip
            form = right if right and letter == answer else option
            lines.append(form.format(**values))
        place = KEYS.index(answer) if answer not in "ABC" else "ABC".index(answer)
        values = {
            "n": n, "letter": answer, "small": answer.lower(), "text": options[place], "digit": place + 1,
            "roman": ("i", "ii", "iii")[place], "ring": "①②③"[place],
        }  # fmt: skip
        question = number.format(n=n, text=text, letter=answer, roman=("I", "II", "III")[n - 1])
        blocks.append("\n".join(filter(None, (question, join.join(lines), key.format(**values)))))
    return "\n".join(filter(None, (head, passage, ""))) + "\n" + between.join(f"{b}\n" for b in blocks) + end


PAIRS = "\n1. B\n2. A\n3. C\n"
ENTRIES = "\n1. B - above a bakery\n2. A - at six\n3. C - 2019\n"
TITLE = "Reading test, unit 4\nName: ____________   Date: ________\nClass: ______   Points: ___ / 10\n"
RESTART = """Mara lives above a bakery. Its shop opens at six, and she is awake by then. In 2019 the bakery closed.

1. Where does Mara live?
A. in the mill
B. above a bakery
C. by the river
2. When does the shop open?
A. at six
B. at eight
C. at ten
{first}
Text 2. The bakery closed in 2019, when its oven broke, and Mara has since bought her bread in the next village.

1. When did the bakery close?
A. 1999
B. 2009
C. 2019
{second}"""
LAID = "\n".join([PASSAGE, "", *(f"{n}. {text}\n{{}}\n" for n, text in enumerate(QUESTIONS, 1)), "Answer key: BAC\n"])

READ = {
    "a key under each question": typed(key="Answer: {letter}"),
    "ANSWER in capitals": typed(key="ANSWER: {letter}"),
    "a key with its text": typed(key="Correct answer: {letter}) {text}"),
    "a key that is the text": typed(key="Answer: {text}"),
    "a key in a sentence": typed(key="The answer is {letter}."),
    "a key with a reason": typed(key="Answer: {letter} - see line 2 of the text"),
    "Ans. and a letter": typed(key="Ans. {letter}"),
    "a reason on a line of its own": typed(key="Answer: {letter}\nExplanation: the text says so."),
    "German": typed("Frage {n}: {text}", "{small}) {text}", key="Lösung: {small}"),
    "French": typed("Question {n} : {text}", "{small}) {text}", key="Réponse : {small}"),
    "a key at the end, a line each": typed(end="\nAnswer key" + PAIRS),
    "a key at the end, with texts": typed(end="\nAnswer key:" + ENTRIES),
    "a key at the end, letters alone": typed(end="\nAnswer key: BAC\n"),
    "letters with spaces": typed(end="\nKey: B A C\n"),
    "letters with commas": typed(end="\nAnswers: b, a, c\n"),
    "letters on lines of their own": typed(end="\nANSWERS\nB\nA\nC\n"),
    "pairs with hyphens": typed(end="\nAnswers: 1-B, 2-A, 3-C\n"),
    "pairs without a sign": typed(end="\nSolutions\n1b 2a 3c\n"),
    "pairs in columns": typed(end="\nAnswer Key\n1\tB\n2\tA\n3\tC\n"),
    "a key in two rows": typed(end="\nAnswer key\n1 2 3\nB A C\n"),
    "a key that names its questions": typed(end="\nAnswer key\nQuestion 1: B\nQuestion 2: A\nQuestion 3: C\n"),
    "a star before": typed(right="*{letter}. {text}"),
    "a star behind": typed(right="{letter}. {text}*"),
    "a star behind, apart": typed(right="{letter}. {text} *"),
    "a tick before": typed(right="✓ {letter}. {text}"),
    "a tick behind": typed(right="{letter}. {text} ✓"),
    "correct in brackets": typed(right="{letter}. {text} (correct)"),
    "an arrow behind": typed(right="{letter}. {text} <-- correct"),
    "an arrow before": typed(right="-> {letter}. {text}"),
    "boxes": typed(option="[ ] {text}", right="[x] {text}"),
    "boxes with letters": typed(option="☐ {letter}. {text}", right="☑ {letter}. {text}"),
    "task lists": typed(option="- [ ] {text}", right="- [x] {text}"),
    "boxes behind numbers": typed(option="   {n}. [ ] {text}", right="   {n}. [x] {text}"),
    "boxes behind a number, under headings": typed(
        "# {text}", option="1. [ ] {text}", right="1. [x] {text}", passage=f"{PASSAGE}\n"
    ),
    "signs behind numbers": typed("## {text}", option="({n}) ☐ {text}", right="({n}) ☑ {text}", passage=f"{PASSAGE}\n"),
    "bullets and a star": typed(option="- {text}", right="- {text} *"),
    "round bullets, letters in the key": typed(option="• {text}", end="\nAnswers: B A C\n"),
    "digits in brackets": typed(option="({n}) {text}", key="Answer: ({digit})"),
    "digits": typed("Question {n}: {text}", "{n}) {text}", key="Answer: {digit}"),
    "roman options": typed(option="{roman}) {text}", key="Answer: {roman}"),
    "dashes after letters": typed(option="{letter} - {text}", key="Answer: {letter}"),
    "tabs after letters": typed(option="{letter}\t{text}", key="Answer: {letter}"),
    "square brackets": typed(option="[{letter}] {text}", key="Answer: [{letter}]"),
    "no labels, lines alone": typed(option="{text}", key="Answer: {text}"),
    "no labels, a star": typed(option="{text}", right="{text}*"),
    "options in columns": typed(option="{letter}. {text}", join="    ", key="Answer: {letter}"),
    "options on one line": typed(option="{small}) {text}", join=" ", key="Answer: {small}"),
    "options on one line with full stops": typed(join=" ", key="Answer: {letter}"),
    "question and options on one line": typed(option="{small}) {text}", join=" ", key="Key: {small}").replace(
        "?\na)", "? a)"
    ),
    "blank lines between options": typed(join="\n\n", key="\nAnswer: {letter}"),
    "no blank lines at all": typed(between="", key="Answer: {letter}"),
    "no numbers": typed("{text}", key="Answer: {letter}", passage=f"{PASSAGE}\n"),
    "no numbers and no blank lines": typed("{text}", passage=f"{PASSAGE}\n", between="", end="\nAnswers: BAC\n"),
    "numbers in brackets": typed("({n}) {text}", "{small}) {text}", key="Answer: {small}"),
    "numbers with a colon": typed("{n}: {text}", "{small}) {text}", key="Answer: {small}"),
    "roman numbers": typed("{roman}. {text}", "{small}) {text}", key="Answer: {small}"),
    "Q and a number": typed("Q{n}. {text}", key="Answer: {letter}"),
    "numbers within a section": typed("1.{n} {text}", "{small}) {text}", key="Answer: {small}"),
    "numbers within a section, and a list": typed("Aufgabe 2.{n}: {text}", end="\nKey: 2.1 b, 2.2 a, 2.3 c\n"),
    "Q and a colon": typed("Q: {text}", "{letter}) {text}", key="Answer: {letter}", passage=f"{PASSAGE}\n"),
    "good wishes at the end": typed(key="Answer: {letter}", end="\nGood luck!\n"),
    "answers left open, and a list": typed(key="Answer:", end="\nEnd of the test\n\nAnswer key: BAC\n"),
    "Question on a line of its own": typed("Question {n}\n{text}", key="Answer: {letter}"),
    "the key behind the question": typed("{n}. {text} ({letter})"),
    "a title page": typed(head=TITLE, key="Answer: {letter}"),
    "page numbers": typed(key="Answer: {letter}", between="\nPage 2 of 3\n\n"),
    "options that wrap": typed(key="Answer: {letter}").replace("above a bakery\nC", "above\n   a bakery\nC"),
    "long lines and options that wrap": typed(passage=PASSAGE + " " * 30, key="Answer: {letter}").replace(
        "above a bakery\nC", "above\n   a bakery\nC"
    ),
    "Markdown": typed("### {n}. {text}", right="**{letter}. {text}**", option="{letter}. {text}"),
    "bold in Markdown": typed("**{n}. {text}**", right="- {letter}. **{text}**", option="- {letter}. {text}"),
    "full width": typed("{n}．{text}", "{letter}．{text}", key="答案：{letter}"),
    "Aufgabe and a list": typed("Aufgabe {n}: {text}", "{small}) {text}", end="\nLösungen: 1b 2a 3c\n"),
    "No. and a number": typed("No. {n}: {text}", key="Answer: {letter}"),
    "a hash and a number": typed("#{n} {text}", key="Answer: {letter}"),
    "a dash behind the number": typed("{n}.- {text}", "{small}) {text}", key="Answer: {small}"),
    "a space for the key before each question": typed("(  ) {n}. {text}", key="Answer: {letter}"),
    "a key in the space before each question": typed("( {letter} ) {n}. {text}"),
    "a key without a colon": typed(key="Answer {letter}"),
    "ANS and a letter": typed(key="ANS {letter}"),
    "Richtig and a letter": typed(key="Richtig: {letter}"),
    "a letter alone under the options": typed(key="{letter}"),
    "a letter in brackets under the options": typed(option="({small}) {text}", key="({small})"),
    "an arrow and a letter": typed(key="-> {letter}"),
    "CORRECT in brackets": typed(right="{letter}. {text} (CORRECT)"),
    "bold in HTML": typed(right="{letter}. <b>{text}</b>"),
    "another bullet": typed(option="- {text}", right="+ {text}"),
    "equals signs after letters": typed(option="{letter} = {text}", key="Answer: {letter}"),
    "a key in a table of Markdown": typed(end="\n| Question | Key |\n|---|---|\n| 1 | B |\n| 2 | A |\n| 3 | C |\n"),
    "numbers of the key in brackets": typed(end="\nAnswer Key: (1) B (2) A (3) C\n"),
    "a key with its range": typed(end="\nKey 1-3: BAC\n"),
    "a key in brackets": typed(end="\n(Answers: 1B 2A 3C)\n"),
    "Italian": typed("Domanda {n}: {text}", "{small}) {text}", end="\nSoluzioni: 1b 2a 3c\n"),
    "a heading of the questions": typed(key="Answer: {letter}").replace("\n1. ", "\nQuestions 1-3\n\n1. ", 1),
    "an instruction before the questions": typed(key="Answer: {letter}").replace(
        "\n1. ", "\nChoose the correct answer.\n\n1. ", 1
    ),
    "points and levels under the options": typed(key="Points: 2\nDifficulty: easy\nAnswer: {letter}"),
    "numbers that start again, a key at each text": RESTART.format(first="Key: BA\n", second="Key: C\n"),
    "numbers that start again, pairs at each text": RESTART.format(
        first="\nAnswers: 1B 2A\n", second="\nAnswers: 1C\n"
    ),
    "numbers that start again, one key": RESTART.format(first="", second="\nAnswer key\nText 1: 1B 2A\nText 2: 1C\n"),
    "numbers that start again, letters": RESTART.format(first="", second="\nAnswer key: BAC\n"),
    "points and brackets": typed("{n}.) {text}", "{small}.) {text}", end="\nLösungen: 1b 2a 3c\n"),
    "numbers out of all": typed("Question {n} of 3\n{text}", key="Answer: {letter}"),
    "columns that are read downwards": LAID.format(
        "A.\tin the mill\tC.\tby the river\nB.\tabove a bakery",
        "(a) at six    (c) at ten\n(b) at eight",
        "A) 1999\tC) 2019\nB) 2009",
    ),
    "a heading between questions": typed(key="Answer: {letter}").replace("\n2. ", "\nVocabulary\n\n2. "),
    "a heading of a part between questions": typed(key="Answer: {letter}").replace(
        "\n2. ", "\nPart 2: Multiple choice\n\n2. "
    ),
    "an instruction for some questions": typed(key="Answer: {letter}").replace(
        "\n2. ", "\nFor questions 2 and 3, choose the best answer.\n\n2. "
    ),
    "a numbered list in the passage": typed(
        key="Answer: {letter}", passage=f"1. It is a mill.\n2. It is old.\n\n{PASSAGE}"
    ),
    "a test bank's keys": typed(key="ANS: {letter}     PTS: 1     DIF: hard"),
    "a test bank's keys at the end": typed(
        end="\nAnswer Section\n\nMULTIPLE CHOICE\n\n1.\tANS:\tB\tPTS:\t1\n2.\tANS:\tA\tPTS:\t1\n3.\tANS:\tC\tPTS:\t1\n"
    ),
    "a heading of the key between dashes": typed(end="\n--- Solutions ---" + PAIRS),
    "a heading of the key between stars": typed(end="\n*** ANSWER KEY ***" + PAIRS),
    "a heading of the key in brackets": typed(end="\n[Answers]" + PAIRS),
    "a note behind the heading of the key": typed(end="\nANSWER KEY (do not print)" + PAIRS),
    "a heading of the key that says for whom": typed(end="\nAnswer key for teachers" + PAIRS),
    "keys under a heading of another kind": typed(end="\nTeacher's copy" + PAIRS),
    "keys under a line": typed(end="\n____________________" + PAIRS),
    "a key at the end, texts alone": typed(end="\nAnswers:\n1. above a bakery\n2. At six.\n3. 2019\n"),
    "numbers and letters before spaces": typed(
        "{n}   {text}", "    {letter}   {text}", end="\nAnswers\n1 B\n2 A\n3 C\n"
    ),
    "a key of ranges": typed(end="\n\u53c2\u8003\u7b54\u6848\uff1a\n1-2 BA  3 C\n"),
    "texts on one line of the key": typed(end="\nKey: 1 above a bakery, 2 at six, 3 2019\n"),
    "a key with a bold label": typed(key="**Correct answer:** {letter}"),
    "Spanish": typed("{n}.- {text}", "{small}) {text}", end="\nRespuestas correctas: 1.b 2.a 3.c\n"),
    "French, with keys": typed("{n}) {text}", "{small}. {text}", end="\nBonnes réponses : 1b, 2a, 3c\n"),
    "keys in sentences at the end": typed(
        end="\nAnswers\n" + "".join(f"The answer to question {n} is {key}.\n" for n, key in enumerate(KEYS, 1))
    ),
    "a key in two columns": typed(end="\nAnswer key\n1. B\t3. C\n2. A\n"),
    "a key with points": typed(end="\nAnswer key\n1. B (2 pts)\n2. A (2 pts)\n3. C (1 pt)\n"),
    "a key with lines of the text": typed(end="\nAnswer key\n1. B (line 4)\n2. A, line 2\n3. C [l. 3]\n"),
    "quoted in mail": "\n".join(f"> {line}" for line in typed(key="Answer: {letter}").split("\n")),
    "spaces that do not break": typed("{n}.\u00a0{text}", "{letter}.\u00a0{text}", key="Answer:\u00a0{letter}").replace(
        "\n", "\r\n"
    ),
    "bullets before letters": typed(option="• {letter}. {text}", key="• Answer: {letter}"),
    "stars as bullets": typed(option="* {letter}) {text}", right="* {letter}) {text} ✔"),
    "tabs everywhere": typed("{n}.\t{text}", "\t{letter}.\t{text}", key="\tAnswer:\t{letter}"),
    "a line that says choices": typed("Question {n}: {text}\nChoices:", key="Answer: {letter}"),
    "a line that says options": typed("{n}. {text}\nOptions:", "{letter}. {text}", key="Correct option: {letter}"),
    "correct choice": typed(key="Correct choice: {letter}"),
    "right option": typed(key="Right option: {letter}"),
    "a sentence that begins with the letter": typed(key="{letter} is correct."),
    "two stars behind": typed(option="{small}. {text}", right="{small}. {text} **"),
    "an option in bold Markdown": typed(option="{letter}. {text}", right="**{letter}. {text}**"),
    "the number on a line of its own, in bold": typed(
        "**Question {n}**\n\n{text}\n", "{letter}. {text}", key="*Answer: {letter}*"
    ),
    "headings of Markdown": typed("### {n}. {text}", "- ({letter}) {text}", key="> Answer: {letter}"),
    "section marks": typed("§{n} {text}", "{small}) {text}", key="Lsg.: {small}"),
    "a short label before pairs": typed("{n}. {text}", "{small}) {text}", end="\nLsg.: 1b, 2a, 3c\n"),
    "a heading of another kind, and pairs without a sign": typed(
        "{n}. {text}", "{small}) {text}", end="\nMusterlösung\n1b\n2a\n3c\n"
    ),
    "a heading of another kind with a colon": typed(
        "{n}. {text}", "{small}) {text}", end="\nErwartungshorizont:\n1b\n2a\n3c\n"
    ),
    "Dutch": typed("Vraag {n}: {text}", "{small}) {text}", key="Antwoord: {small}"),
    "Italian, right answers": typed(
        "Domanda {n}: {text}", "{letter}) {text}", end="\nRisposte corrette: 1-B; 2-A; 3-C\n"
    ),
    "Portuguese": typed("Questão {n}: {text}", "{letter}) {text}", end="\nGabarito: 1-B, 2-A, 3-C\n"),
    "Polish": typed("Zadanie {n}. {text}", "{letter}. {text}", end="\nKlucz odpowiedzi: 1B 2A 3C\n"),
    "Korean, the key": typed("{n}. {text}", "{letter}. {text}", end="\n정답: 1. B 2. A 3. C\n"),
    "roman numbers in the key": typed("{roman}) {text}", "{letter}) {text}", end="\nAnswers: I-B, II-A, III-C\n"),
    "roman numbers in the key, a line each": typed(
        "{roman}. {text}", "{letter}) {text}", end="\nAnswer key\nI. B\nII. A\nIII. C\n"
    ),
    "the letter under the word": typed(key="Answer\n{letter}"),
    "answer key under each question": typed(key="Answer Key: {letter}"),
    "a key and its text in a sentence": typed(key="Correct Answer is {letter}. {text}"),
    "a hyphen before the key": typed(key="Ans-{letter}"),
    "equals before the key": typed(key="Ans = {letter}"),
    "a space behind numbers and letters": typed("{n} {text}", "{letter} {text}", end="\nKey: 1 B, 2 A, 3 C\n"),
    "a space behind small letters": typed("{n} {text}", "  {small} {text}", end="\nAnswers\n1 b\n2 a\n3 c\n"),
    "a key in two rows without a heading": typed(end="\nQuestion\t1\t2\t3\nAnswer\tB\tA\tC\n"),
    "lines drawn under headings": typed(head="The Bakery\n==========\n", key="Answer: {letter}", between="\n- - -\n\n"),
    "a dash before the key": typed(key="Answer - {letter}"),
    "a letter and the text in a sentence": typed(key="The correct answer is ({letter}) {text}"),
    "a key that is the text and a full stop": typed(key="Answer: {text}."),
    "a quoted reason": typed(
        "**Q{n}.** {text}", "- ({small}) {text}", "- ({small}) {text} ✅", "\n> Explanation: it says so."
    ),
    "numbers in rings, in a row": typed(option="{ring} {text}", join=" ", end="\n정답: 1. ② 2. ① 3. ③\n"),
    "numbers in rings, and a key in rings": typed("問{n} {text}", "{ring} {text}", end="\n正解: 問1 ② 問2 ① 問3 ③\n"),
    "numbers in a row": typed(option="({n}) {text}", join="   ", end="\nAnswer key\n1. (2)\n2. (1)\n3. (3)\n"),
    "numbers in a row, without brackets before them": typed(option="{n}) {text}", join="  ", key="Answer: {digit}"),
    "numbers under a number and spaces": typed("{n}  {text}", "   {n}. {text}", end="\nKey: 1-2, 2-1, 3-3\n"),
    "numbers as keys": typed(option="({n}) {text}", end="\nAnswers\n1. 2\n2. 1\n3. 3\n"),
    "numbers as keys, in columns": typed(option="({n}) {text}", end="\nAnswer key\n1  2\n2  1\n3  3\n"),
    "numbers as keys, in two rows": typed(option="({n}) {text}", end="\nAnswer key\n1 2 3\n2 1 3\n"),
    "filled squares": typed(option="□ {text}", right="■ {text}"),
    "the key in brackets on a line of its own": typed(key="          (  {letter}  )"),
    "points beside a heading": typed(head="", key="Answer: {letter}").replace(
        "\n1. Where", "\n\nMultiple Choice (5 points each)\n\n1. Where"
    ),
    "blank lines under spaced numbers": typed("{n} {text}\n", "{letter} {text}", end="\n1B 2A 3C\n"),
    "a Q before each number of the key": typed("Q{n}: {text}", end="\nKey: Q1 B Q2 A Q3 C\n"),
    "all on one line with full stops": typed(join="  ", key="Answer: {letter}")
    .replace("?\nA.", "?  A.")
    .replace("\nAnswer", "  Answer"),
}
"""Read as the exam above, whatever else stands in the passage."""

ANSWERED = {
    "the key is only in capitals": (
        typed(right="{letter}. {text}".upper().replace("{LETTER}", "{letter}").replace("{TEXT}", "{text}")),
        "no option is marked",
    ),
    "options between slashes": (typed(option="{text}", join=" / ", key="Answer: {text}"), "letter"),
    "a key that is not there": (typed(end="\nAnswer key: see the board\n"), "could not be read"),
    "a key with too few letters": (typed(end="\nAnswer key\nB A\n"), "2 letters for 3 questions"),
    "numbers for questions and options alike": (
        typed("{n}. {text}", "{n}. {text}", end="\nAnswer key\n1. 2\n"),
        "letter",
    ),
}
"""Not read, and answered with what to change: a part of the sentence."""
