"""Parts read as one file are the file that was cut."""

from hypothesis import given
from hypothesis import strategies as st

from magnetite.scorers.unpacking import join, open_parts


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=6), st.data())
def test_parts_that_are_joined_are_the_whole_wherever_it_was_cut(tmp_path_factory, parts, data):
    import hashlib

    folder, whole = tmp_path_factory.mktemp("parts"), b"".join(parts)
    paths = [folder / f"{number:02}" for number in range(len(parts))]
    for path, part in zip(paths, parts, strict=True):
        path.write_bytes(part)
    assert join(paths, folder / "whole") == hashlib.sha256(whole).hexdigest()
    assert (folder / "whole").read_bytes() == whole
    start = data.draw(st.integers(0, len(whole)))
    with open_parts(paths) as file:
        file.seek(start)
        assert file.read() == whole[start:]
