"""Network cameras by their answers: all combinations of kinds, logins, line ends, boundaries and lengths."""

import hashlib
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from urllib.parse import quote

import pytest
from structlog.testing import capture_logs

from controller.errors import EyesError
from tests.support.authority import Authority
from tests.support.fake_camera import LOGIN, PARTS, PICTURES, FakeCamera, Kind, fake_camera
from tests.support.patient_cameras import patient_cameras
from tests.support.waiting import PATIENCE_S, eventually
from vision.capture.network.http import HttpSource
from vision.capture.open import open_source
from vision.capture.trouble import UNREADABLE, code_of

LOGINS = ("", "basic", "digest", "both")
BOUNDARIES = ("--frame", "frame", "------frame", "--another one", "")
PATHS = ("/", "/webcam/?action=stream", "/video", "/cgi-bin/snapshot.cgi?channel=1&x=%20", "/ISAPI/Streaming/1/picture")


def pictures(address: str, count: int = 3) -> list[float]:
    """Brightness of ``count`` different pictures of a camera; fewer if they do not arrive.

    A busy machine skips some, and the camera shows its few pictures in turns.
    """
    with patient_cameras(), closing(open_source(address, PATIENCE_S)) as source:
        light: dict[float, None] = {}
        while len(light) < count and (frame := source.next(PATIENCE_S)) is not None:
            assert source.trouble is None, source.trouble
            light[float(frame.image.mean())] = None
        return [*light]


def trouble(address: str) -> str:
    """Reported trouble of a camera that delivers no picture."""
    source = open_source(address)
    try:
        while source.trouble is None:
            assert source.next(0.05) is None
        return source.trouble
    finally:
        source.close()


@pytest.mark.parametrize("login", LOGINS)
@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_streams_are_read_however_they_are_written(login: str, end: str) -> None:
    """Failed for 4 of 5 addresses, every login, LF line ends and boundaries without dashes."""
    wrong = []
    for boundary, length, told in product(BOUNDARIES, (True, False), ("boundary=frame", 'boundary="--frame"', "")):
        kind = Kind(login=login, end=end, boundary=boundary, length=length, told=f"multipart/x-mixed-replace;{told}")
        with fake_camera(kind) as camera:
            if len(pictures(f"http://{LOGIN if login else ''}127.0.0.1:{camera.port}/stream")) != 3:
                wrong.append(kind)
    assert wrong == []


VARIANTS = {
    **{word: Kind(written=(word,)) for word in (*PARTS, *PICTURES, "chunked", "gzip", "dripping")},
    "chunked in pieces": Kind(written=("chunked", "dripping"), length=False),
    "no length, padded": Kind(written=("padded",), length=False),
    "no tables, no length": Kind(written=("no tables",), length=False, end="\n"),
    "mixed": Kind(told="multipart/mixed; boundary=frame"),
    "octets": Kind(told="application/octet-stream"),
    "called a picture": Kind(told="image/jpeg"),
    "called a film": Kind(told="video/x-motion-jpeg"),
    "no type at all": Kind(told=""),
}


@pytest.mark.parametrize("kind", VARIANTS.values(), ids=VARIANTS)
def test_streams_are_read_whatever_stands_in_them(kind: Kind) -> None:
    with fake_camera(kind) as camera:
        light = pictures(f"http://127.0.0.1:{camera.port}/stream")
    assert len(set(light)) == 3


def test_a_stream_that_hangs_up_after_each_picture_is_asked_again() -> None:
    with fake_camera(Kind(written=("hangs up",))) as camera:
        source = open_source(f"http://127.0.0.1:{camera.port}/")
        try:
            seen = set[float]()

            def three() -> bool:
                frame = source.next(1.0)
                seen.update([] if frame is None else [float(frame.image.mean())])
                return len(seen) == 3

            eventually(three)
        finally:
            source.close()


@pytest.mark.parametrize("login", LOGINS)
@pytest.mark.parametrize("answer", ["stream", "image"])
def test_an_address_is_taken_for_what_it_answers(login: str, answer: str) -> None:
    for path, hops in zip(PATHS, (0, 1, 2, 0, 1), strict=True):
        with fake_camera(Kind(answer, login, hops=hops)) as camera:
            light = pictures(f"http://{LOGIN if login else ''}127.0.0.1:{camera.port}{path}")
            assert len(set(light)) == 3, (path, hops)
            # The camera requests the login once per address.
            assert len(camera.asked) <= 3 + (2 * hops + 1) * (1 + bool(login))


@pytest.mark.parametrize("answer", ["stream", "image"])
def test_who_only_looks_in_gets_the_picture_that_has_come(answer: str) -> None:
    """Regression: a reader that waits for nothing never read what was there, as with a demonstration's seat cameras."""
    with fake_camera(Kind(answer)) as camera:
        source = open_source(f"http://127.0.0.1:{camera.port}/")
        try:
            for _ in range(3):
                eventually(lambda: source.next(0.0) is not None)
        finally:
            source.close()


def test_a_camera_that_takes_its_time_for_the_first_picture_is_waited_for() -> None:
    for answer in ("stream", "image"):
        with fake_camera(Kind(answer, delay_s=2.5)) as camera:
            with closing(open_source(f"http://127.0.0.1:{camera.port}/")) as source:
                assert source.next(PATIENCE_S) is not None
            assert len(camera.asked) <= 2


def test_an_address_of_ipv6_is_one() -> None:
    with fake_camera(Kind("image"), socket.AF_INET6) as camera:
        assert pictures(f"http://[::1]:{camera.port}/a.jpg", 1)


@pytest.mark.parametrize(
    ("kind", "login", "says"),
    [
        (Kind("page"), "", "a page for people"),
        (Kind("image", "digest"), "", "NAME:PASSWORD"),
        (Kind("image", "basic"), "admin:wr%40ong@", "refused"),
        (Kind("image", "digest"), "admin:wr%40ong@", "refused"),
        (Kind("image", hops=9), "", "HTTP 302"),
    ],
)
def test_what_is_wrong_is_said_in_words_and_never_with_a_password(kind: Kind, login: str, says: str) -> None:
    with fake_camera(kind) as camera, capture_logs() as logged:
        said = trouble(f"http://{login}127.0.0.1:{camera.port}/x?pwd=wr@ong")
    assert says in said
    assert "ong" not in str(logged) + said
    assert "***" in str(logged)


def test_a_page_is_told_as_unreadable() -> None:
    with fake_camera(Kind("page")) as camera:
        assert code_of(trouble(f"http://127.0.0.1:{camera.port}/")) == UNREADABLE


def test_another_host_is_not_gone_to_and_told_no_login() -> None:
    with fake_camera(Kind("image")) as other:
        there = f"http://localhost:{other.port}/next?hop=1"
        with fake_camera(Kind("image", hops=1, there=there)) as camera:
            assert "sends on" in trouble(f"http://{LOGIN}127.0.0.1:{camera.port}/")
        assert other.asked == []


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FakeCamera, Authority]]:
    """A camera with a certificate of a private authority, for 127.0.0.1."""
    authority = Authority(tmp_path_factory.mktemp("authority"))
    with fake_camera(Kind("image", "digest"), tls=authority.serving("127.0.0.1")) as camera:
        yield camera, authority


def test_a_cameras_own_certificate_is_trusted_by_its_fingerprint_or_its_authority(
    certified: tuple[FakeCamera, Authority],
) -> None:
    camera, authority = certified
    address = f"https://{LOGIN}127.0.0.1:{camera.port}/a.jpg"
    der = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", camera.port)))
    fingerprint = hashlib.sha256(der).hexdigest()
    spaced = ":".join(fingerprint[at : at + 2] for at in range(0, 64, 2)).upper()
    assert pictures(f"{address}#fingerprint={fingerprint}", 1)
    assert pictures(f"{address}#fingerprint={spaced}", 1)
    assert pictures(f"{address}#ca={authority.ca}", 1)
    before = len(camera.asked)
    assert "certificate" in trouble(address)
    assert fingerprint in trouble(f"{address}#fingerprint={'0' * 64}")
    assert "expected a PEM file" in trouble(f"{address}#ca=/no/such.pem")
    # An untrusted server receives nothing, neither name nor password.
    assert len(camera.asked) == before


@pytest.mark.parametrize("told", ["size=big", "sice=1x1", "mains=55", "focus=near", "fingerprint=ab", "rate=-1"])
def test_a_setting_that_is_none_is_one_line_with_what_was_expected(told: str) -> None:
    with pytest.raises(EyesError, match="expected"):
        open_source(f"/dev/video0#{told}")


@pytest.mark.parametrize("address", ["http://admin:se/cret@cam/", "http://cam:99999/", "http://u:p@:80/", "https:///a"])
def test_an_address_that_is_none_is_told_without_its_password(address: str) -> None:
    with pytest.raises(EyesError) as caught:
        open_source(address)
    assert "se" not in str(caught.value).replace("expected", "")
    assert "cret" not in str(caught.value)
    assert "expected an http address" in str(caught.value)


SIGNS = "@:/?#[]!$&'()*+,;=% é\"\\<>"


@pytest.mark.parametrize("answer", ["image", "page", "stream"])
@pytest.mark.parametrize("login", ["basic", "digest"])
def test_a_password_of_odd_signs_is_sent_and_never_told(login: str, answer: str) -> None:
    """Each special character alone, and all of them; a refused password occurs in no message, not even in part."""
    for password in (*SIGNS, SIGNS):
        secret = f"hush{password}hush"
        with fake_camera(Kind(answer, login, password=secret)) as camera, capture_logs() as logged:
            address = f"http://admin:{quote(secret, safe='')}@127.0.0.1:{camera.port}/"
            told = trouble(address) if answer == "page" else "" if pictures(address, 1) else "nothing"
            assert ("a page for people" in told) if answer == "page" else told == ""
            refused = trouble(f"http://admin:{quote(secret, safe='')}x@127.0.0.1:{camera.port}/")
        assert "refused" in refused
        assert "hush" not in str(logged) + told + refused


def test_a_whole_answer_may_be_packed_and_one_that_is_a_bomb_is_told() -> None:
    with fake_camera(Kind("image", written=("gzip",))) as camera:
        assert len(pictures(f"http://127.0.0.1:{camera.port}/")) == 3
    with fake_camera(Kind("image", written=("bomb",))) as camera:
        assert code_of(trouble(f"http://127.0.0.1:{camera.port}/")) == UNREADABLE


def test_a_picture_whose_camera_tells_no_time_at_all_is_dated_by_the_service() -> None:
    """Regression: a time that is no number got into the evening's evidence."""
    source = HttpSource("http://127.0.0.1/", clock=lambda: 7.0)
    for told, at in (("nan", 7.0), ("inf", 7.0), ("1.5", 1.5)):
        assert source._dated(None, b"", {"X-At": told}, 0).at == at
