"""An auction over layouts, the quick way and by the plain one: everybody listens at every table."""

import numpy as np

from overtrick.layouts.posterior import sample
from overtrick.nets.bidding_rollout import seated
from players.seated import view


def test_a_player_who_listens_once_goes_on_as_one_who_listens_at_every_table() -> None:
    """North has bid twice and is to call again: what North remembers decides how the auctions go on."""
    at = view("AQJ75.KQ4.AK3.A2", "1S P 2C P 2S P 3S P")
    posterior, player = sample(at, 40, seed=3), at.listeners
    rows = np.zeros(len(posterior), np.intp)
    tables = player.auctions[rows]
    plain = seated(at.network.net, posterior.holdings, tables.dealers, tables.vulnerabilities, player.systems[rows])
    chances = []
    for made, calls in enumerate(tables.calls.T):
        plain.listen()
        if made % 4:
            chances.append(plain.chances()[np.arange(len(calls)), calls])
        plain.make(calls)
    np.testing.assert_allclose(posterior.chances, np.array(chances).T, atol=1e-4)
    called = np.array([[at.node.bid(at.hand)[0].index]], np.uint8)
    chosen = np.arange(len(posterior))
    plain.listen()
    plain.make(np.full(len(posterior), called[0, 0]))
    ends = posterior.replay.finished(np.zeros(1, np.intp), chosen[np.newaxis], called)[0, 0]
    same = (ends == plain.to_the_end()).all(axis=1)
    assert same.mean() > 0.99  # sums in another order may tip a call that is a toss-up
    assert len(np.unique(ends, axis=0)) > 1
