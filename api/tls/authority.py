"""Local certificate authority: created once, readable by its user only, limited to names and addresses of local
networks.

The certificate lists the names that it may sign for (name constraints, RFC 5280, 4.2.1.10), so a device that installs
it trusts it for nothing else.
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
"""Validity of the authority's certificate; chosen: each phone has to be set up only once."""
LEAF_LASTS: Final = timedelta(days=90)
"""Validity of a server certificate; chosen: as for public authorities, below the browsers' limit of 398 days."""
RENEWED_BEFORE: Final = timedelta(days=30)
"""Remaining validity at which a server certificate is renewed; chosen: as public authorities advise."""
_BACKDATED: Final = timedelta(days=1)
"""Margin by which certificates start earlier, for phones whose clocks are slow."""
_BUILT: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""Lower bound of the current date, for machines that start with a wrong clock."""
_PEM: Final = serialization.Encoding.PEM
log: WordLog = structlog.get_logger()


class TlsError(JantakuError):
    """A certificate or its key is missing or invalid."""


class LocalAuthority:
    """Certificate authority of this user on this machine."""

    def __init__(self, folder: Path, names: ServedNames) -> None:
        """Read the authority from a folder, or create it there. ``names``: names beyond local ones that a new authority
        may sign for.

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
        """The certificate as DER, for devices that install it."""
        return self._certificate.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, in the notation that operating systems show."""
        return hashlib.sha256(self.certificate).digest().hex(":").upper()

    @property
    def name(self) -> str:
        """Common name of the certificate, shown on devices that installed it."""
        return str(self._certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    def profile(self) -> bytes:
        """Return the certificate as a configuration profile for Apple's systems."""
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
        """Return those of the names that the authority may sign for."""
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
        """Return a new server certificate with chain and key as PEM, and the end of its validity."""
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
        """Create and store the authority; if another process was faster, its file is kept."""
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
    """Return the permitted names: local domains and networks, and further names of the venue.

    A single label, such as this machine's name, permits itself.
    """
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
