"""A private certificate authority for tests, made by openssl, and the certificates that it signs."""

import shutil
import ssl
import subprocess
from pathlib import Path

from tests.support.real_servers import missing
from tests.support.waiting import PATIENCE_S


class Authority:
    """Certificate authority in a folder; ``ca`` is its certificate, which no other program trusts."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("openssl") is None:
            missing("openssl")
        folder.mkdir(exist_ok=True)
        self._folder, self.ca = folder, folder / "ca.pem"
        self._key = folder / "ca.key"
        self._made("req", "-x509", *_NEW, "-keyout", self._key, "-out", self.ca, "-days", "2", "-subj", "/CN=Test")

    def signed(self, host: str) -> tuple[Path, Path]:
        """Return paths of a signed certificate and its key, made for a host name or an IP address."""
        name = "".join(each if each.isalnum() else "-" for each in host)
        asked, cert, key, said = (self._folder / f"{name}.{end}" for end in ("csr", "pem", "key", "cnf"))
        said.write_text(f"subjectAltName={'IP' if host[0].isdecimal() else 'DNS'}:{host}\n", encoding="utf-8")
        self._made("req", *_NEW, "-keyout", key, "-out", asked, "-subj", f"/CN={host}")
        signing = ("-CA", self.ca, "-CAkey", self._key, "-CAcreateserial", "-days", "2", "-extfile", said)
        self._made("x509", "-req", "-in", asked, "-out", cert, *signing)
        return cert, key

    def serving(self, host: str) -> ssl.SSLContext:
        """TLS server context with a certificate for this host."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.signed(host))
        return context

    @staticmethod
    def _made(*words: object) -> None:
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, timeout=PATIENCE_S)


_NEW = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
