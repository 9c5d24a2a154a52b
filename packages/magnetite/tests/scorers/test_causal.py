"""A language model's scores are those of its plain forward pass over each prompt and answer, however many share a pass.

Models are tiny, with random weights; five families, two kinds of tokenizers.
"""

import json
import math
import pickle
import shutil
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from examfiles.errors import DataError, UsageError
from examfiles.items import Item
from magnetite.core.cells import Cells, Context, own_cells, with_shown
from magnetite.core.errors import ModelError
from magnetite.testing import check_scorer, example_items
from tests.scorers.decoders import (
    CHAT,
    FAMILIES,
    POSITIONS,
    WIDE,
    byte_level,
    ids,
    plain_sum,
    save_decoder,
    save_gguf,
    save_with_pictures,
)

SCORINGS = ("cloze", "cloze-token", "cloze-byte", "cloze-pmi", "symbol", "verdict")
BOATS = "The miller's daughter counted the boats. One was red, two were green."
ITEMS = (
    Item("1", "p", BOATS, "What did she count?", ("the boats", "boats", "the green sails of the river", "ß☕"), 0),
    Item("2", "p", BOATS, "Who counted?", ("the miller's daughter", "the boats"), 0),
    Item("3", "q", "", "Why?", ("spring", "autumn", "  no \n"), 0),
    Item("4", "p", BOATS, "", ("One boat was red.", "One boat was green."), 0),
    Item("5", "r", "", "", ("yes", "no"), 0),
)
CELLS = own_cells(ITEMS)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Return a function that gives the folder of a family's tiny model, built once."""
    return cache(lambda family: save_decoder(family, tmp_path_factory.mktemp(family)))


@pytest.fixture(scope="session")
def scorer(folder):
    """Return a function that loads a tiny model as a scorer in float32, once for each choice."""
    from magnetite.scorers.causal import causal

    return cache(
        lambda family, scoring="cloze", prompt="plain", keep=None: causal(
            folder(family), device="cpu", dtype="float32", keep=keep, scoring=scoring, prompt=prompt
        )
    )


@pytest.fixture(scope="session")
def plain(folder):
    """Return a function that loads a family's model and tokenizer by the library alone."""
    import transformers as hf

    return cache(
        lambda family: (
            hf.AutoModelForCausalLM.from_pretrained(folder(family)).eval(),
            hf.AutoTokenizer.from_pretrained(folder(family)),
        )
    )


def naive(model, words, prompt, answer):
    """Return the answer's summed log-probability and its number of tokens: tokenised as one text, in one plain pass."""
    head = prompt.rstrip()
    special = not prompt.startswith(words.bos_token)
    whole = words(prompt + answer, add_special_tokens=special)["input_ids"]
    start = len(words(head, add_special_tokens=special)["input_ids"])
    start = min(start, len(whole) - 1)  # "Answer: yes" may be one token: it is the answer's
    return plain_sum(model, whole, start), len(whole) - start


def text(item, options=()):
    """Write the plain prompt out."""
    parts = [f"{item.passage}\n\n"] if item.passage else []
    parts += [f"Question: {item.question}\n"] if item.question else []
    parts += [f"{letter}. {option}\n" for letter, option in zip("ABCDEF", options, strict=False)]
    return "".join([*parts, "Answer:"])


def proposed(item, option):
    """Write out the prompt that proposes one option."""
    according = ", according to the passage" if item.passage else ""
    begin = text(item).removesuffix("Answer:")
    return f"{begin}Proposed answer: {option}\nIs the proposed answer right{according}? Yes or No.\nAnswer:"


def expected(scoring, model, words, item, option):
    """Compute one cell's score from its definition."""
    if scoring == "symbol":
        letter = "ABCDEF"[item.options.index(option)]
        return naive(model, words, text(item, item.options), f" {letter}")[0]
    if scoring == "verdict":
        asked = proposed(item, option)
        return naive(model, words, asked, " Yes")[0] - naive(model, words, asked, " No")[0]
    total, tokens = naive(model, words, text(item), f" {option}")
    if scoring == "cloze-token":
        return total / tokens
    if scoring == "cloze-byte":
        return total / len(option.encode())
    if scoring == "cloze-pmi":
        return total - naive(model, words, "Answer:", f" {option}")[0]
    return total


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("family", FAMILIES)
def test_scores_are_those_of_one_plain_pass_for_each_cell(scorer, plain, family, scoring):
    passage = "Boats." if scoring == "verdict" else BOATS  # whose prompt is longer, and the model reads little
    items = [replace(item, passage=item.passage and passage) for item in ITEMS]
    cells = with_shown(own_cells(items)) if scoring == "symbol" else own_cells(items)
    assert not scorer(family, scoring).sizes(cells).truncated.any()
    scores = scorer(family, scoring).score(cells)
    naive_scores = [expected(scoring, *plain(family), item, option) for item in items for option in item.options]
    np.testing.assert_allclose(scores, naive_scores, atol=1e-4, rtol=0)
    assert scorer(family, scoring).likelihoods.is_fast
    assert len(set(scores[:4].tolist())) == 4  # the model tells options apart, so equal scores prove something


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_keeps_the_scorer_contract(scorer, family, scoring):
    check_scorer(scorer(family, scoring), [item for item in example_items() if item.id != "scripts"])


@pytest.mark.parametrize("family", ["llama", "gpt2"])
def test_a_chat_prompt_is_a_users_message_and_the_answer_the_assistants(scorer, plain, family):
    model, words = plain(family)
    for item in ITEMS[:2]:
        scores = scorer(family, "cloze", "chat").score(own_cells([item]))
        message = f"{words.bos_token}<|user|>\n{text(item)}\n<|assistant|>\n"
        np.testing.assert_allclose(
            scores, [naive(model, words, message, option)[0] for option in item.options], atol=1e-4, rtol=0
        )


def test_a_letter_follows_a_chat_that_asks_for_it(scorer, plain):
    model, words = plain("qwen2")
    scores = scorer("qwen2", "symbol", "chat").score(with_shown(own_cells(ITEMS[2:3])))
    asked = text(ITEMS[2], ITEMS[2].options).removesuffix("Answer:")
    message = f"{words.bos_token}<|user|>\n{asked}Reply with the letter of the right option only.\n<|assistant|>\n"
    begun = words(message, add_special_tokens=False)["input_ids"]  # the template's last line end is no part of a letter
    behind = [words(message + letter, add_special_tokens=False)["input_ids"] for letter in "ABC"]
    assert all(whole[: len(begun)] == begun for whole in behind)
    expected = [plain_sum(model, whole, len(begun)) for whole in behind]
    np.testing.assert_allclose(scores, expected, atol=1e-4, rtol=0)
    assert not np.allclose(scores, [naive(model, words, message, letter)[0] for letter in "ABC"], atol=1e-2)


def begun_chat(words, item, options):
    """Write a chat out in which the model's reply has begun."""
    asked = text(item, options).removesuffix("Answer:") + "Reply with the letter of the right option only."
    return f"{words.bos_token}<|user|>\n{asked if options else text(item)}\n<|assistant|>\nThe answer is"


@pytest.mark.parametrize("family", ["qwen2", "gpt2"])
def test_a_letter_is_all_that_is_scored_of_a_reply_that_has_begun(scorer, plain, family):
    model, words = plain(family)
    made = scorer(family, "symbol", "chat-answer")
    for options in (("a", "b"), ("the sail", "a boat", "ß☕")):
        item = replace(ITEMS[0], passage="Boats.", question="Why?", options=options)
        cells = with_shown(own_cells([item]))
        assert not made.sizes(cells).truncated.any()
        begun = words(begun_chat(words, item, item.options), add_special_tokens=False)["input_ids"]
        behind = [
            words(f"{begun_chat(words, item, item.options)} {letter}", add_special_tokens=False)["input_ids"]
            for letter in "ABCD"[: len(item.options)]
        ]
        assert all(whole[: len(begun)] == begun for whole in behind)
        np.testing.assert_allclose(
            made.score(cells), [plain_sum(model, whole, len(begun)) for whole in behind], atol=1e-4, rtol=0
        )


def test_a_reply_that_has_begun_goes_on_with_an_options_text(scorer, plain):
    model, words = plain("llama")
    item = replace(ITEMS[1], passage="Boats.")
    scores = scorer("llama", "cloze", "chat-answer").score(own_cells([item]))
    message = begun_chat(words, item, ())
    expected = [naive(model, words, message, f" {option}")[0] for option in item.options]
    np.testing.assert_allclose(scores, expected, atol=1e-4, rtol=0)


def test_a_begun_reply_is_recorded_keeps_the_contract_and_needs_a_chat_template(scorer, folder, tmp_path):
    from magnetite.scorers.causal import causal

    made = scorer("qwen2", "symbol", "chat-answer")
    assert made.prompt_record["reply"] == "The answer is"
    assert made.fingerprint != scorer("qwen2", "symbol", "chat").fingerprint
    check_scorer(made, [item for item in example_items() if item.id != "scripts"])
    without = shutil.copytree(folder("qwen2"), tmp_path / "without")
    (without / "chat_template.jinja").unlink()
    with pytest.raises(UsageError, match="prompt 'chat-answer': the tokenizer of model 'without' has no chat template"):
        causal(without, device="cpu", scoring="symbol", prompt="chat-answer")


def test_a_verdict_on_an_option_does_not_depend_on_the_others(scorer):
    verdict, item = scorer("qwen2", "verdict"), ITEMS[0]
    alone = [
        verdict.score(own_cells([Item("x", "p", item.passage, item.question, (option, "y"), 0)]))[0]
        for option in item.options
    ]
    np.testing.assert_allclose(verdict.score(own_cells([item])), alone, atol=1e-4, rtol=0)
    assert np.isfinite(scorer("qwen2", "verdict", "chat").score(own_cells([item]))).all()
    assert not verdict.listwise


@pytest.mark.parametrize("prompt", ["plain", "chat"])
def test_a_model_that_answers_by_letter_also_gives_the_verdicts_of_the_same_model_here_and_in_another_process(
    scorer, prompt
):
    letters, verdict = scorer("qwen2", "symbol", prompt), scorer("qwen2", "verdict", prompt)
    found = letters.verdicts()
    assert found.fingerprint == verdict.fingerprint
    np.testing.assert_allclose(found.score(CELLS), verdict.score(CELLS), atol=1e-4, rtol=0)
    assert pickle.loads(pickle.dumps(found)).fingerprint == verdict.fingerprint
    assert verdict.verdicts() is None


def test_a_verdict_needs_a_prompt_that_proposes_the_option(folder, tmp_path):
    from magnetite.scorers.causal import causal

    blind = tmp_path / "blind.j2"
    blind.write_text("{{ passage }} {{ question }} Right?")
    with pytest.raises(UsageError, match=r"blind\.j2': a verdict on an option .* needs a template that shows it"):
        causal(folder("qwen2"), device="cpu", scoring="verdict", prompt=str(blind))


def test_a_model_that_may_think_first_is_asked_not_to(folder, scorer, tmp_path):
    from magnetite.scorers.causal import causal

    thinker = shutil.copytree(folder("qwen2"), tmp_path / "thinker")
    silent = "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
    (thinker / "chat_template.jinja").write_text(CHAT + silent)
    made = causal(thinker, device="cpu", dtype="float32", scoring="symbol", prompt="chat")
    assert made.prompt_record["thinking"] is False
    assert "thinking" not in scorer("qwen2", "symbol", "chat").prompt_record
    assert "thinking" not in causal(thinker, device="cpu", dtype="float32", scoring="symbol").prompt_record
    always = shutil.copytree(folder("qwen2"), tmp_path / "always")
    (always / "chat_template.jinja").write_text(CHAT + "{{ '<think>\\n\\n</think>\\n\\n' }}")
    wanted = causal(always, device="cpu", dtype="float32", scoring="symbol", prompt="chat")
    cells = with_shown(own_cells(ITEMS[2:3]))
    np.testing.assert_array_equal(made.score(cells), wanted.score(cells))


def test_the_letters_of_a_question_hold_the_sum_of_their_probabilities(scorer, plain):
    from magnetite.scorers.answer import letter_masses

    model, words = plain("qwen2")
    symbol = scorer("qwen2", "symbol")
    assert symbol.by_letter
    assert not scorer("qwen2").by_letter
    cells = with_shown(own_cells(ITEMS[:1]))
    [(_, mass)] = letter_masses(cells, symbol.score(cells))
    asked = text(ITEMS[0], ITEMS[0].options)
    own = [math.exp(naive(model, words, asked, f" {letter}")[0]) for letter in "ABCD"]
    assert mass == pytest.approx(sum(own), rel=1e-3)


def test_many_options_in_many_passes_score_as_they_do_alone(scorer, monkeypatch):
    count = 150
    options = tuple(f"the {'red ' * (n % 7)}boat {n}" for n in range(count))
    rows, columns = np.divmod(np.arange(2 * count), count)
    contexts = tuple(Context(item.passage, item.question) for item in ITEMS[:2])
    cells = Cells(contexts, options, rows, columns)
    passes = scorer("llama").likelihoods.passes
    monkeypatch.setattr(passes, "_tokens", 512)
    assert scorer("llama").sizes(cells).tokens.sum() > 4 * passes.tokens
    together = scorer("llama").score(cells)
    some = np.arange(0, len(cells), 37)
    alone = np.concatenate([scorer("llama").score(cells.take([place])) for place in some])
    np.testing.assert_allclose(together[some], alone, atol=1e-4, rtol=0)


def test_what_cells_share_is_counted_once(scorer):
    of_both = [0, 1, 2, 3, 4, 5]  # the options of two questions about one passage
    alone = [scorer("gpt2").sizes(CELLS.take([place])).tokens.sum() for place in of_both]
    assert scorer("gpt2").sizes(CELLS.take(of_both)).tokens.sum() < sum(alone) / 2


@pytest.mark.parametrize("keep", ["start", "end"])
def test_only_the_passage_is_cut_and_by_no_more_than_it_takes(scorer, plain, keep):
    model, words = plain("gpt2")
    passage = " ".join(f"{n} {BOATS}" for n in range(20))
    item = Item("long", "p", passage, "What did she count?", ("the boats", "the river"), 0)
    cells = own_cells([item])
    one = scorer("gpt2", keep=keep)
    assert one.sizes(cells).truncated.all()
    assert not one.sizes(own_cells(ITEMS)).truncated.any()
    room = POSITIONS - 64  # what an answer of up to 64 tokens leaves

    def cut(length):
        rest = passage[:length] if keep == "start" else passage[len(passage) - length :]
        return text(Item("cut", "p", rest, item.question, item.options, 0))

    longest = max(n for n in range(len(passage)) if len(words(cut(n))["input_ids"]) <= room)
    # A character more may be a token less, so what is found may be a few characters short of the longest.
    possible = [[naive(model, words, cut(longest - n), f" {o}")[0] for o in item.options] for n in range(8)]
    assert min(np.abs(one.score(cells) - possible).max(axis=1)) < 1e-4


def test_added_text_is_never_cut(scorer):
    passage = " ".join(f"{n} {BOATS}" for n in range(20))
    contexts = tuple(Context(passage, "What?", added=added) for added in ("the river", "the spring"))
    cells = Cells(contexts, ("boats",), np.array([0, 1]), np.array([0, 0]))
    assert scorer("qwen2").sizes(cells).truncated.all()
    first, second = scorer("qwen2").score(cells)
    assert first != second


def test_a_question_that_does_not_fit_is_named(scorer):
    cells = own_cells([Item("1", "p", BOATS, "Why? " * 200, ("yes", "no"), 0)])
    with pytest.raises(DataError, match=rf"question 'Why\? .*' with option 'yes': .* tokens .* reads {POSITIONS}"):
        scorer("gpt2").score(cells)


def test_letters_are_scored_of_options_that_are_shown_only(scorer):
    with pytest.raises(UsageError, match=r"option 'the boats': .* by its letter.*not among the 0.*with_shown"):
        scorer("llama", "symbol").score(CELLS)


def test_a_fingerprint_names_weights_precision_scoring_prompt_and_cut(folder, tmp_path):
    from magnetite.scorers.causal import causal

    own = tmp_path / "own.j2"
    own.write_text("{{ passage }} {{ question }} =")
    other = shutil.copytree(folder("gpt2"), tmp_path / "other")
    (other / "chat_template.jinja").write_text(CHAT.replace("<|assistant|>", "<|model|>"))
    choices = [{}, {"dtype": "bfloat16"}, {"scoring": "cloze"}, {"prompt": "chat"}, {"prompt": str(own)}]
    choices += [{"keep": "end"}]
    made = [causal(folder("gpt2"), **{"device": "cpu", "dtype": "float32", **each}) for each in choices]
    made += [causal(folder("gpt_neox"), device="cpu", dtype="float32")]
    made += [causal(other, device="cpu", dtype="float32", prompt="chat")]
    assert len({each.fingerprint for each in made}) == len(made)
    assert [each.precision for each in made[:2]] == ["float32", "bfloat16"]
    assert causal(folder("gpt2"), device="cpu", dtype="float32").fingerprint == made[0].fingerprint


@pytest.mark.parametrize("family", ["llama", "qwen2", "mistral", "gpt_neox"])
def test_positions_are_as_exact_in_16_bits_as_in_32(folder, scorer, family):
    from magnetite.scorers.causal import causal

    short = causal(folder(family), device="cpu", dtype="bfloat16", scoring="cloze")
    exact, rounded = (dict(each.likelihoods._model.named_buffers()) for each in (scorer(family), short))
    assert exact
    assert all(rounded[name].equal(values) for name, values in exact.items())
    assert ":bfloat16.3:" in short.fingerprint
    assert all(weight.dtype == short._loaded.dtype for weight in short.likelihoods._model.parameters())


def test_a_chat_template_that_an_empty_message_does_not_show_is_part_of_the_fingerprint_of_chats_alone(
    folder, tmp_path
):
    from magnetite.scorers.causal import causal

    def prints(place):
        prompts = ("chat", "plain")
        return [causal(place, device="cpu", dtype="float32", prompt=prompt).fingerprint for prompt in prompts]

    own = shutil.copytree(folder("gpt2"), tmp_path / "own")
    chat, plain = prints(own)
    (own / "chat_template.jinja").write_text(CHAT.replace("message['content']", "message['content'][:60]"))
    cut, same = prints(own)
    assert (cut != chat, same == plain) == (True, True)
    (own / "additional_chat_templates").mkdir()
    (own / "additional_chat_templates" / "tool.jinja").write_text(CHAT)
    assert prints(own)[0] not in {chat, cut}
    config = json.loads((own / "tokenizer_config.json").read_text("utf-8"))
    shutil.rmtree(own / "additional_chat_templates")
    (own / "chat_template.jinja").unlink()
    (own / "tokenizer_config.json").write_text(json.dumps(config | {"chat_template": CHAT}), "utf-8")
    inside = prints(own)[0].split(":")  # where there is no such file, the name is what it was before they counted
    assert inside[5] == chat.split(":")[5].partition("+")[0]


def test_a_language_model_that_changes_between_opening_and_reading_is_refused(folder, tmp_path):
    from magnetite.scorers.causal import causal

    own = shutil.copytree(folder("gpt2"), tmp_path / "own")
    opened = causal(own, device="cpu", dtype="float32")
    weights = own / "model.safetensors"
    old = weights.read_bytes()
    weights.write_bytes(old[:-1] + bytes([old[-1] ^ 1]))
    with pytest.raises(ModelError, match=r"model.safetensors has changed since the model was opened"):
        opened.score(own_cells(ITEMS[:1]))
    weights.write_bytes(old)
    scores = opened.score(own_cells(ITEMS[:1]))  # it holds what it did when it was opened
    np.testing.assert_array_equal(
        scores, causal(folder("gpt2"), device="cpu", dtype="float32").score(own_cells(ITEMS[:1]))
    )


def test_a_model_that_takes_no_mask_of_ours_runs_sequence_by_sequence(scorer, folder, tmp_path):
    import transformers as hf

    from magnetite.scorers.causal import causal

    place = save_decoder("bloom", tmp_path)  # ALiBi: its positions come from the mask
    slow = causal(place, device="cpu", dtype="float32", scoring="cloze")
    assert not slow.likelihoods.is_fast
    model, words = hf.AutoModelForCausalLM.from_pretrained(place).eval(), hf.AutoTokenizer.from_pretrained(place)
    expected = [naive(model, words, text(item), f" {option}")[0] for item in ITEMS for option in item.options]
    np.testing.assert_allclose(slow.score(CELLS), expected, atol=1e-4, rtol=0)


def test_a_gguf_file_scores_as_the_model_that_the_library_makes_of_it(tmp_path):
    import transformers as hf

    from magnetite.core.files import file_hash
    from magnetite.scorers.causal import causal

    path = save_gguf(tmp_path / "tiny-F32.gguf")
    one = causal(path, device="cpu", dtype="float32", scoring="cloze")
    model = hf.AutoModelForCausalLM.from_pretrained(tmp_path, gguf_file=path.name, dtype="float32").eval()
    words = hf.AutoTokenizer.from_pretrained(tmp_path, gguf_file=path.name)
    expected = [naive(model, words, text(item), f" {option}")[0] for item in ITEMS for option in item.options]
    np.testing.assert_allclose(one.score(CELLS), expected, atol=1e-4, rtol=0)
    assert (one.name, one.likelihoods.is_fast) == ("tiny-F32", True)
    assert file_hash(path)[:16] in one.fingerprint


def test_a_window_shorter_than_a_sequence_is_kept_to(tmp_path):
    import transformers as hf

    from magnetite.scorers.causal import causal

    place = save_decoder("mistral", tmp_path, sliding_window=24)
    windowed = causal(place, device="cpu", dtype="float32", scoring="cloze")
    model, words = hf.AutoModelForCausalLM.from_pretrained(place).eval(), hf.AutoTokenizer.from_pretrained(place)
    expected = [naive(model, words, text(item), f" {option}")[0] for item in ITEMS for option in item.options]
    np.testing.assert_allclose(windowed.score(CELLS), expected, atol=1e-4, rtol=0)


def test_choices_that_do_not_exist_or_fit_are_refused(folder, tmp_path):
    from magnetite.scorers.causal import causal

    with pytest.raises(UsageError, match=r"scoring 'cloze-bytes' does not exist.*Did you mean 'cloze-byte'"):
        causal(folder("gpt2"), scoring="cloze-bytes")
    with pytest.raises(UsageError, match=r"keep 'middle' does not exist"):
        causal(folder("gpt2"), keep="middle")
    with pytest.raises(UsageError, match=r"has no chat template.*--prompt plain"):
        causal(save_decoder("gpt2", tmp_path / "mute", chat=False), prompt="chat")
    (tmp_path / "own.j2").write_text("{{ passage }} {{ question }}")
    with pytest.raises(UsageError, match=r"own\.j2'.*needs a template that shows the options"):
        causal(folder("gpt2"), scoring="symbol", prompt=str(tmp_path / "own.j2"))


def test_what_cannot_be_loaded_says_what_to_do(folder, tmp_path):
    from magnetite.scorers.causal import causal

    with pytest.raises(ModelError, match=r"there is no such folder"):
        causal(tmp_path / "nothing")
    with pytest.raises(ModelError, match=r"there is no such file"):
        causal("nothing.gguf")
    (tmp_path / "bad.gguf").write_bytes(b"GGUF and no more")
    with pytest.raises(ModelError, match=r"'bad' cannot be loaded as a language model.*Expected a GGUF file"):
        causal(tmp_path / "bad.gguf")
    holed = shutil.copytree(folder("qwen2"), tmp_path / "holed")
    drop_weight(holed, "model.layers.1.mlp.up_proj.weight")
    with pytest.raises(ModelError, match=r"'holed' is not complete: model\.layers\.1\.mlp\.up_proj\.weight"):
        causal(holed).score(own_cells(ITEMS[:1]))


def drop_weight(place, name):
    """Take a weight out of a model's file."""
    from safetensors.torch import load_file, save_file

    weights = load_file(place / "model.safetensors")
    del weights[name]
    save_file(weights, place / "model.safetensors", {"format": "pt"})


def test_a_model_that_takes_pictures_besides_is_asked_with_text_alone(tmp_path):
    import transformers as hf

    from magnetite.scorers.find import find_systems

    place = save_with_pictures(tmp_path / "model")
    model = hf.AutoModelForImageTextToText.from_pretrained(place).eval()
    words = hf.AutoTokenizer.from_pretrained(place)
    options = {"device": "cpu", "dtype": "float32", "scoring": "cloze", "prompt": "plain"}
    scorer = find_systems(str(place), ("QOC",), options=options).by_view["QOC"].first
    expected_scores = [expected("cloze", model, words, item, option) for item in ITEMS for option in item.options]
    np.testing.assert_allclose(scorer.score(CELLS), expected_scores, atol=1e-4, rtol=0)


def test_a_window_that_counts_places_of_a_pass_is_asked_sequence_by_sequence(tmp_path):
    import transformers as hf

    from magnetite.scorers.causal import causal

    words, model = byte_level(), {"hidden_size": 32, "num_layers": 2, "num_heads": 4, "intermediate_size": 48}
    config = hf.GPTNeoConfig(
        **{**model, **WIDE, **ids(words), "attention_types": [[["global", "local"], 1]], "window_size": 64},
        max_position_embeddings=POSITIONS,
    )
    plain_model = hf.GPTNeoForCausalLM(config).eval()
    plain_model.save_pretrained(tmp_path)
    words.save_pretrained(tmp_path)
    scores = causal(tmp_path, device="cpu", dtype="float32", scoring="cloze", prompt="plain").score(CELLS)
    expected_scores = [expected("cloze", plain_model, words, item, option) for item in ITEMS for option in item.options]
    np.testing.assert_allclose(scores, expected_scores, atol=1e-4, rtol=0)


def test_a_model_whose_tokens_see_what_follows_is_refused(tmp_path):
    import transformers as hf

    from magnetite.scorers.causal import causal

    words = byte_level()
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48}
    hf.BertLMHeadModel(hf.BertConfig(**sizes, **WIDE, **ids(words))).save_pretrained(tmp_path)
    words.save_pretrained(tmp_path)
    with pytest.raises(ModelError, match="lets a token see those that follow it"):
        causal(tmp_path, device="cpu", dtype="float32").score(CELLS)


def test_weights_that_are_no_numbers_are_named_as_that(tmp_path):
    from safetensors.torch import load_file, save_file

    from magnetite.scorers.causal import causal

    folder = save_decoder("llama", tmp_path / "model")
    weights = load_file(folder / "model.safetensors")
    next(weight for name, weight in weights.items() if "down_proj" in name)[0, 0] = float("nan")
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(ModelError, match=r"no numbers \(nan\): its weights are damaged.*--dtype float32"):
        causal(folder, device="cpu", dtype="float32").score(CELLS)


def test_a_model_that_needs_a_picture_is_refused(folder):
    from magnetite.scorers.tree import Likelihoods

    class NeedsAPicture:
        config, dtype, device = scorer_config(folder), "torch.float32", "cpu"

        def modules(self):
            return ()

        def forward(self, pixel_values):
            """Take a picture."""

        def __call__(self, **_inputs):
            raise ValueError("You have to specify `pixel_values`")

    with pytest.raises(ModelError, match=r"model 'seer' cannot be asked with text only: .*pixel_values"):
        Likelihoods("seer", NeedsAPicture())


def scorer_config(folder):
    import transformers as hf

    return hf.AutoConfig.from_pretrained(folder("llama"))


def test_a_language_model_is_told_from_an_encoder_by_its_configuration(folder, family_folder, tmp_path):
    from magnetite.scorers.kind import is_language_model

    assert all(is_language_model(str(folder(family))) for family in FAMILIES)
    assert is_language_model("smollm2")
    assert is_language_model("somewhere/model.GGUF")
    assert not is_language_model(str(family_folder("bert")))
    for architectures, kind, answer in (
        (None, "gpt2", True),
        (None, "roberta", False),
        (["BertForMaskedLM"], "bert", False),
        (["BartForConditionalGeneration"], "bart", False),
        (["GPT2LMHeadModel"], "gpt2", True),
        (["Qwen2_5_VLForConditionalGeneration"], "qwen2_5_vl", True),
    ):
        config = {"architectures": architectures, "model_type": kind, "is_encoder_decoder": kind == "bart"}
        (tmp_path / "config.json").write_text(json.dumps(config))
        assert is_language_model(str(tmp_path)) is answer
    assert not is_language_model(str(tmp_path / "nothing"))
