"""A local authority: made once, kept for its user alone, able to sign for names and addresses of local networks only.

Who installs its certificate trusts nothing else by that: the names it may sign for stand in it (RFC 5280, 4.2.1.10).
"""

import hashlib
import os
import plistlib
import socket
import uuid
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Final

import structlog
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from api.paths import made_private
from api.tls.names import LOCAL_DOMAINS, LOCAL_NETWORKS, ServedNames
from controller.errors import JantakuError
from controller.ports.log import WordLog

FILE: Final = "authority.pem"
LASTS: Final = timedelta(days=3650)
"""Of the authority; chosen: phones are told to trust it once."""
LEAF_LASTS: Final = timedelta(days=90)
"""Of a server's certificate; chosen: below the 398 days that every browser takes, as public authorities have it."""
RENEWED_BEFORE: Final = timedelta(days=30)
"""How long before its end a certificate is made anew; chosen: as public authorities advise."""
_BACKDATED: Final = timedelta(days=1)
"""By which certificates begin earlier: clocks of phones are off."""
_BUILT: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""No machine that runs this lives before: one that comes on without a clock dates by this."""
_PEM: Final = serialization.Encoding.PEM
log: WordLog = structlog.get_logger()


class TlsError(JantakuError):
    """A certificate or its key cannot be had or used."""


class LocalAuthority:
    """The authority of this user on this machine."""

    def __init__(self, folder: Path, names: ServedNames) -> None:
        """Read it from a folder, or make it there; ``names``: what a new one may sign for beside what is local.

        Raises TlsError.
        """
        self.file = folder / FILE
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.file.is_file():
                self._keep(names)
            data = made_private(self.file).read_bytes()
            self._certificate = x509.load_pem_x509_certificate(data)
            key = serialization.load_pem_private_key(data, None)
        except (OSError, ValueError) as error:
            raise TlsError(f"{self.file}: no authority there: {error}") from None
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise TlsError(f"{self.file}: expected a key of an elliptic curve")
        self._key = key
        if self._certificate.not_valid_after_utc - _now() < 2 * LEAF_LASTS:
            log.warning("authority_ends", file=str(self.file), at=self._certificate.not_valid_after_utc.isoformat())

    @property
    def certificate(self) -> bytes:
        """Its certificate as DER, for whoever is to trust it."""
        return self._certificate.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as systems show it."""
        return hashlib.sha256(self.certificate).digest().hex(":").upper()

    @property
    def name(self) -> str:
        """What it is called where it is installed."""
        return str(self._certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    def profile(self) -> bytes:
        """The certificate as Apple's systems install it: a configuration profile."""
        own = uuid.uuid5(uuid.NAMESPACE_URL, self.fingerprint)
        root = {
            "PayloadType": "com.apple.security.root",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"jantaku.authority.{own}.root",
            "PayloadUUID": str(uuid.uuid5(own, "root")).upper(),
            "PayloadDisplayName": self.name,
            "PayloadContent": self.certificate,
        }
        return plistlib.dumps(
            {
                "PayloadType": "Configuration",
                "PayloadVersion": 1,
                "PayloadIdentifier": f"jantaku.authority.{own}",
                "PayloadUUID": str(own).upper(),
                "PayloadDisplayName": self.name,
                "PayloadDescription": f"SHA-256 {self.fingerprint}",
                "PayloadContent": [root],
            }
        )

    def may_sign(self, names: ServedNames) -> ServedNames:
        """Those of the names that it can sign for."""
        constraints = self._certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        permitted = constraints.permitted_subtrees or ()
        domains = [each.value for each in permitted if isinstance(each, x509.DNSName)]
        networks = [each.value for each in permitted if isinstance(each, x509.IPAddress)]
        return ServedNames(
            tuple(host for host in names.hosts if any(_below(host, domain) for domain in domains)),
            tuple(
                address
                for address in names.addresses
                if any(isinstance(each, IPv4Network | IPv6Network) and address in each for each in networks)
            ),
        )

    def signed(self, names: ServedNames) -> tuple[bytes, datetime]:
        """A new certificate with its chain and key as PEM, and when it ends."""
        key = ec.generate_private_key(ec.SECP256R1())
        now = _now()
        ends = min(now + LEAF_LASTS, self._certificate.not_valid_after_utc)
        made = (
            x509.CertificateBuilder()
            .subject_name(_named(f"jantaku {socket.gethostname()}"))
            .issuer_name(self._certificate.subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - _BACKDATED)
            .not_valid_after(ends)
            .add_extension(
                x509.SubjectAlternativeName(
                    [*map(x509.DNSName, names.hosts), *map(x509.IPAddress, names.addresses)],
                ),
                critical=False,
            )
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        chain = made.public_bytes(_PEM) + self._certificate.public_bytes(_PEM)
        return chain + _private(key), ends

    def _keep(self, names: ServedNames) -> None:
        """Make one; where another process was quicker, that one stays."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = _named(f"jantaku {socket.gethostname()} {hashlib.sha256(_public(key)).hexdigest()[:6]}")
        now = _now()
        made = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(min(now, _BUILT) - _BACKDATED)
            .not_valid_after(now + LASTS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs=True), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(x509.NameConstraints(_permitted(names), None), critical=True)
            .sign(key, hashes.SHA256())
        )
        fresh = self.file.with_suffix(f".{os.getpid()}")
        made_private(fresh).write_bytes(made.public_bytes(_PEM) + _private(key))
        try:
            os.link(fresh, self.file)
        except FileExistsError:
            return
        finally:
            fresh.unlink()
        log.info("authority_made", file=str(self.file))


def _permitted(names: ServedNames) -> list[x509.GeneralName]:
    """What is local, and what the venue calls itself; a single label, such as this machine's name, covers itself."""
    hosts = [host for host in names.hosts if not any(_below(host, domain) for domain in LOCAL_DOMAINS)]
    addresses = [each for each in names.addresses if not any(each in network for network in LOCAL_NETWORKS)]
    return [
        *(x509.DNSName(each) for each in (*LOCAL_DOMAINS, *hosts)),
        *(x509.IPAddress(each) for each in (*LOCAL_NETWORKS, *(ip_network(each) for each in addresses))),
    ]


def _below(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(_PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def _now() -> datetime:
    return max(datetime.now(UTC), _BUILT)
