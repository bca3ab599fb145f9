"""A deal and its images are on the same side of the split."""

import hashlib
import itertools

import numpy as np
from numpy.typing import NDArray

from overtrick.training.split import SEVENTY, Part, orbit_keys, parts, split
from training.tricks.small_net import some_owners


def images(deal: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """All 96: the suits in every order, the seats turned. Shape: (image, suit, rank)."""
    turned = [(deal + np.uint8(turn)) % 4 for turn in range(4)]
    return np.array([each[list(order)] for each in turned for order in itertools.permutations(range(4))])


def plain_key(deal: NDArray[np.uint8]) -> bytes:
    """The slow plain twin of `orbit_keys`."""
    return min(b"".join(sorted(bytes(suit) for suit in (deal + turn) % 4)) for turn in range(4))


def test_keys_agree_with_the_plain_ones() -> None:
    owners = some_owners(300, 1)
    assert [bytes(key) for key in orbit_keys(owners)] == [plain_key(deal) for deal in owners]


def test_a_deal_and_its_96_images_share_key_and_part() -> None:
    for deal in some_owners(5, 2):
        assert len(np.unique(orbit_keys(images(deal)), axis=0)) == 1
        assert len(set(parts(images(deal)).tolist())) == 1


def test_other_deals_have_other_keys() -> None:
    assert len(np.unique(orbit_keys(some_owners(2000, 3)), axis=0)) == 2000
    deal = some_owners(1, 4)[0]
    mirrored = (4 - deal) % 4  # no rotation
    assert not np.array_equal(*orbit_keys(np.array([deal, mirrored])))


def test_parts_share_nothing_and_repeated_deals_are_kept_once() -> None:
    owners = some_owners(1500, 5)
    repeated = np.concatenate([owners, (owners[:200, ::-1] + np.uint8(3)) % 4])
    found = split(repeated)
    rows = np.concatenate([found.train, found.validation, found.test])
    assert sorted(rows.tolist()) == list(range(1500))
    by_hash = parts(owners)
    for part, chosen in ((Part.TRAIN, found.train), (Part.VALIDATION, found.validation), (Part.TEST, found.test)):
        assert (by_hash[chosen] == part).all()
    assert abs(len(found.test) - 1500 / 8) < 5 * (1500 / 8) ** 0.5
    assert abs(len(found.validation) - 1500 / 32) < 5 * (1500 / 32) ** 0.5


def test_only_random_deals_are_held_out() -> None:
    found = split(some_owners(1000, 6), random_deals=400)
    assert len(found.test)
    assert max(found.test.max(), found.validation.max()) < 400
    assert set(range(400, 1000)) <= set(found.train.tolist())


def test_the_part_is_the_hash_that_the_shipped_network_was_trained_with() -> None:
    owners = some_owners(200, 7)
    buckets = [int.from_bytes(hashlib.sha256(plain_key(deal)).digest()[:4], "big") % 32 for deal in owners]
    expected = [Part.TEST if bucket < 4 else Part.VALIDATION if bucket == 4 else Part.TRAIN for bucket in buckets]
    assert parts(owners).tolist() == expected


def test_deals_can_be_shared_out_70_20_10() -> None:
    owners = some_owners(2000, 8)
    of = parts(owners, SEVENTY)
    shares = [float((of == part).mean()) for part in (Part.TRAIN, Part.VALIDATION, Part.TEST)]
    assert np.allclose(shares, (0.7, 0.2, 0.1), atol=0.05)
    assert len(set(parts(images(owners[0]), SEVENTY).tolist())) == 1
