"""A certificate's authority of a test's own, made by openssl, and certificates that it signed."""

import shutil
import ssl
import subprocess
from pathlib import Path

from tests.support.real_servers import missing
from tests.support.waiting import PATIENCE_S


class Authority:
    """An authority in a folder; ``ca``: its certificate, which nobody else trusts."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("openssl") is None:
            missing("openssl")
        folder.mkdir(exist_ok=True)
        self._folder, self.ca = folder, folder / "ca.pem"
        self._key = folder / "ca.key"
        self._made("req", "-x509", *_NEW, "-keyout", self._key, "-out", self.ca, "-days", "2", "-subj", "/CN=Test")

    def signed(self, host: str) -> tuple[Path, Path]:
        """Certificate and key of a server of that name, and of 127.0.0.1 where that is the name."""
        name = "".join(each if each.isalnum() else "-" for each in host)
        asked, cert, key, said = (self._folder / f"{name}.{end}" for end in ("csr", "pem", "key", "cnf"))
        said.write_text(f"subjectAltName={'IP' if host[0].isdecimal() else 'DNS'}:{host}\n", encoding="utf-8")
        self._made("req", *_NEW, "-keyout", key, "-out", asked, "-subj", f"/CN={host}")
        signing = ("-CA", self.ca, "-CAkey", self._key, "-CAcreateserial", "-days", "2", "-extfile", said)
        self._made("x509", "-req", "-in", asked, "-out", cert, *signing)
        return cert, key

    def serving(self, host: str) -> ssl.SSLContext:
        """What a server of that name in this process shows."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.signed(host))
        return context

    @staticmethod
    def _made(*words: object) -> None:
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, timeout=PATIENCE_S)


_NEW = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
