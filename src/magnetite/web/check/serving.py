"""`magnetite serve`: the check page on this machine."""

from collections.abc import Callable, Sequence
from pathlib import Path

from magnetite.web.serving import LOOPBACK


def serve(
    folder: str | Path | None = None,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    open_browser: bool = True,
    allow_hosts: Sequence[str] = (),
    tell: Callable[[str], None] = print,
) -> None:
    """Serve the check page until Ctrl-C. `folder`: where uploads and reports are kept; by default this user's own.

    `allow_hosts`: further names the server answers to. `tell` announces the address.
    Raises UsageError where the address or the folder is taken, StoreError where the folder cannot be used.
    """
    from magnetite.web.check.app import check_app
    from magnetite.web.check.folder import default_folder
    from magnetite.web.serving import serve as serve_app

    home = Path(folder).expanduser() if folder is not None else default_folder()

    def announce(address: str) -> str:
        tell(address)
        return address

    serve_app(lambda: check_app(home, allow_hosts), home, announce, host=host, port=port, open_browser=open_browser)
