"""TLS beside plain HTTP: the server certificate, renewed before it ends and when the network changes."""

import ssl
import tempfile
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import structlog
from cryptography import x509

from api.paths import made_private, state_folder
from api.tls.authority import RENEWED_BEFORE, LocalAuthority, TlsError
from api.tls.names import Address, ServedNames, parsed_ip, served_names
from api.tls.plan import TlsPlan
from controller.ports.log import WordLog

LOOK_S: Final = 600.0
"""Interval of the checks of the certificate, s; chosen: a new DHCP lease lasts hours."""
FOLDER: Final = "tls"
log: WordLog = structlog.get_logger()


class ServedTls:
    """TLS context and certificate for a server; ``port``: TLS port."""

    def __init__(self, plan: TlsPlan, hosts: Sequence[str], folder: Path | None = None) -> None:
        """``hosts``: names in addition to the machine's own. Raises TlsError for an invalid certificate or key file."""
        self.port = plan.port
        self._plan, self._hosts = plan, tuple(hosts)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.set_alpn_protocols(["http/1.1"])
        self.authority: LocalAuthority | None = None
        self._names, self._ends = ServedNames((), ()), datetime.min.replace(tzinfo=UTC)
        self._stop = threading.Event()
        if plan.kind == "local":
            self.authority = LocalAuthority(folder or state_folder() / FOLDER, served_names(self._hosts))
        self._load()
        self._thread = threading.Thread(target=self._watch, name="certificate", daemon=True)
        self._thread.start()

    @property
    def names(self) -> ServedNames:
        """Names and addresses that the current certificate covers."""
        return self._names

    def covers(self, name: str) -> bool:
        """True if the certificate is valid for that name or address."""
        address = parsed_ip(name)
        if address is not None:
            return address in self._names.addresses
        above = name.partition(".")[2]
        return name in self._names.hosts or f"*.{above}" in self._names.hosts

    def close(self) -> None:
        """Stop the renewal."""
        self._stop.set()
        self._thread.join()

    def renew(self) -> bool:
        """Renew the certificate if it ends soon or the machine's names changed; True if it was renewed.

        Open connections keep the old certificate.
        """
        if self.authority is None:
            changed = _changed(self._plan) > self._ends
        else:
            names = self.authority.may_sign(served_names(self._hosts))
            changed = names != self._names or self._ends - datetime.now(UTC) < RENEWED_BEFORE
        if changed:
            self._load()
        return changed

    def _load(self) -> None:
        if self.authority is None:
            try:
                self.context.load_cert_chain(self._plan.certificate, self._plan.key)
                self._ends, self._names = _changed(self._plan), _certified(self._plan)
            except (OSError, ValueError, ssl.SSLError) as error:
                raise TlsError(f"{self._plan.certificate}, {self._plan.key}: no certificate and key: {error}") from None
            return
        wanted = served_names(self._hosts)
        self._names = self.authority.may_sign(wanted)
        left_out = [str(each) for each in (*wanted.hosts, *wanted.addresses) if each not in _all(self._names)]
        if left_out:
            log.warning("names_not_signed", names=left_out, file=str(self.authority.file))
        pem, self._ends = self.authority.signed(self._names)
        # OpenSSL loads certificates from files only; the key is deleted from the disk right afterwards.
        with tempfile.TemporaryDirectory(prefix="jantaku-") as folder:
            file = made_private(Path(folder) / "server.pem")
            file.write_bytes(pem)
            self.context.load_cert_chain(file)

    def _watch(self) -> None:
        while not self._stop.wait(LOOK_S):
            try:
                if self.renew():
                    log.info("certificate renewed", ends=self._ends.isoformat())
            except (TlsError, OSError) as error:
                log.warning("certificate_not_renewed", reason=str(error))


def _all(names: ServedNames) -> set[object]:
    return {*names.hosts, *names.addresses}


def _certified(plan: TlsPlan) -> ServedNames:
    """Return the names in the venue's own certificate."""
    certificate = x509.load_pem_x509_certificates(Path(plan.certificate).read_bytes())[0]
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return ServedNames((), ())
    addresses = names.get_values_for_type(x509.IPAddress)
    return ServedNames(
        tuple(each.lower() for each in names.get_values_for_type(x509.DNSName)),
        tuple(each for each in addresses if isinstance(each, Address)),
    )


def _changed(plan: TlsPlan) -> datetime:
    """Return when the files of the venue's own certificate were last written; raises TlsError."""
    try:
        return datetime.fromtimestamp(max(Path(each).stat().st_mtime for each in (plan.certificate, plan.key)), UTC)
    except OSError as error:
        raise TlsError(f"{error.filename}: {error.strerror}: expected a PEM file") from None
