// Compiles what a static site needs at its start: node compile.mjs PYODIDE FOLDER, with the bundle in FOLDER.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(String(error));
  process.exit(1);
});
const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide + path.sep });
const read = (name) => new Uint8Array(fs.readFileSync(name));
python.FS.writeFile("/bundle.zip", read(path.join(folder, "bundle.zip")));
python.FS.writeFile("/python_stdlib.zip", read(path.join(pyodide, "python_stdlib.zip")));
await python.runPythonAsync(`
import sys, zipfile, importlib.util
from importlib._bootstrap_external import _code_to_hash_pyc

zipfile.ZipFile("/bundle.zip").extractall("/site")
sys.path.insert(0, "/site")
from aliquot.web.worker import stand_ins
stand_ins.install()
from aliquot.web.worker import bridge, console
from aliquot.web.site import assets
from aliquot.web.worker.server import Server
from aliquot.web.worker.store import MemoryStorage

# Whatever these load is needed soon.
assets.EXPORTED = bridge._read_addresses()
server = Server(MemoryStorage(), "")
await server.start()
for target in ("/", "/new", "/explore/dividers-duel/60", "/api/explore?game=juniper-green", "/learn/dividers-duel", "/rules"):
    await server.respond("GET", target, {"accept": "text/html"})
console.run("console", "aliquot solve dividers-duel 60")
loaded = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
UNUSED = (
    "_pyrepl/", "bdb.py", "curses/", "doctest.py", "encodings/", "ensurepip/", "ftplib.py", "idlelib/", "imaplib.py",
    "mailbox.py", "multiprocessing/", "nntplib.py", "pdb.py", "poplib.py", "pydoc", "smtplib.py", "sqlite3/", "tkinter/",
    "turtle", "unittest/", "venv/", "wsgiref/", "xml/", "xmlrpc/", "ctypes/", "pickletools.py", "profile", "cProfile",
)

def write(source, target, root, unused):
    with zipfile.ZipFile(source) as before, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as after:
        for info in sorted(before.infolist(), key=lambda info: info.filename):
            name, data = info.filename, b"" if info.is_dir() else before.read(info)
            if info.is_dir():
                continue
            if root + name in loaded:
                code = compile(data, root + name, "exec", dont_inherit=True, optimize=2)
                data = bytes(_code_to_hash_pyc(code, importlib.util.source_hash(data), False))
                name += "c"
            elif name.startswith(unused):
                continue
            after.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)

write("/bundle.zip", "/bundle.out", "/site/", ())
write("/python_stdlib.zip", "/stdlib.out", "/lib/python314.zip/", UNUSED)
`);
fs.mkdirSync(path.join(folder, "out"));
fs.writeFileSync(path.join(folder, "out", "bundle.zip"), python.FS.readFile("/bundle.out"));
fs.writeFileSync(path.join(folder, "out", "python_stdlib.zip"), python.FS.readFile("/stdlib.out"));
