@echo off
rem Start Magnetite in your browser: double-click.
rem The first start downloads uv, Python and the packages that Magnetite needs, about 315 MB on your disk; later ones download nothing.
setlocal
cd /d "%~dp0"
set PYTHONUTF8=1
rem The network of a school may have certificates of its own.
set UV_SYSTEM_CERTS=1
set UV=uv
where uv >nul 2>nul && goto start
set "UV=%~dp0tools\uv.exe"
if exist "%UV%" goto start
echo First start: this downloads Magnetite's parts, which takes a few minutes.
set "UV_UNMANAGED_INSTALL=%~dp0tools"
powershell -NoProfile -ExecutionPolicy ByPass -Command "irm https://astral.sh/uv/install.ps1 | iex"
if not exist "%UV%" goto failed
:start
echo Starting. Your browser opens by itself; keep this window open while you work.
for %%W in (wheels\magnetite_audit-*.whl) do set "WHEEL=%%W"
"%UV%" tool run --find-links wheels --from "%WHEEL%" magnetite serve %*
if errorlevel 1 goto failed
exit /b 0
:failed
echo Magnetite did not start. Is this computer connected to the internet? The lines above say what went wrong.
pause
exit /b 1
