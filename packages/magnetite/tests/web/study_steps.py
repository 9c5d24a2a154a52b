"""What participants do, as requests, for the tests of a study's pages."""


def agree(browser, token, **fields):
    return browser.post(f"/p/{token}/consent", data={"agreed": "1", **fields})


def answer(browser, token, position, option):
    return browser.post(f"/p/{token}/{position}", data={"option": str(option)})


def all_answers(browser, token, of=4):
    agree(browser, token)
    for position in range(1, of + 1):
        browser.get(f"/p/{token}/{position}")
        last = answer(browser, token, position, position % 4)
    return last


def rows(database):
    found = database.answers()
    return list(zip(found.participant.tolist(), found.position.tolist(), found.chosen.tolist(), strict=True))
