#!/bin/sh
# Start Magnetite in your browser: double-click on a Mac, or run it in a terminal on Linux.
# The first start downloads uv, Python and the packages that Magnetite needs, about 315 MB on your disk; later ones download nothing.
set -eu
export UV_SYSTEM_CERTS=1 # the network of a school may have certificates of its own
cd "$(dirname "$0")"
uv=$(command -v uv || true)
if [ -z "$uv" ]; then
	uv=tools/uv
	if [ ! -x "$uv" ]; then
		echo "First start: this downloads Magnetite's parts, which takes a few minutes."
		curl --proto '=https' --tlsv1.2 -LsSf https://astral.sh/uv/install.sh | env UV_UNMANAGED_INSTALL="$PWD/tools" sh
	fi
fi
echo "Starting. Your browser opens by itself; keep this window open while you work."
exec "$uv" tool run --find-links wheels --from "$(echo wheels/magnetite_audit-*.whl)" magnetite serve "$@"
