// What the words of the page mean: the one list that help and tips read. A term is drawn with `term` of frame.js.

/** @type {Record<string, string>} */
export const GLOSSARY = {
  system: "The call by the rules of the card that the side plays; ✓ marks it.",
  network:
    "A neural network that has learnt from millions of auctions how likely each call is with such a hand. It knows no rules, so it may disagree with the card.",
  IMPs: "What the call wins or loses against the one advised, in IMPs, on average over the layouts; ± is a 95% interval. Tricks are estimates of a network, not solved.",
  MP: "What the call wins or loses against the one advised at matchpoints: the share of a board, a half being level; ± is a 95% interval.",
  points: "What the call wins or loses against the one advised in total points; ± is a 95% interval.",
  believed:
    "The hand is not what this call shows. It wins this much while the opponents take it for what it shows; the figure above it is for opponents who know, and that one counts.",
  layouts:
    "Ways to deal the unseen cards that fit your hand and the auction. On each of them the bidding goes on to the end after every candidate, and the scores are compared.",
  effective:
    "Layouts fit the auction more or less well and count by how well. Effective is how many equally good ones they are worth: the more, the narrower the ±.",
  "well known":
    "How far to trust the simulation. Well known: the network expects the calls made; known: less so; rare: few layouts fit or a call has no meaning; contradictory: hardly any hands fit what the calls have shown.",
  rule: "The call by the card's rules alone: no network is installed, so nothing was simulated.",
  "natural bidding":
    "Where the card has no rule, natural bidding fills in: suits are real, raises show a fit, strength decides the level.",
  chance: "Dark is likely: how often the player holds the card, over all layouts that fit.",
  shift: "What the bidding has changed: violet cards have become more likely than before it, brown ones less.",
  "before the bidding": "What was likely from your own cards alone, before anybody called.",
  true: "A card or a number that the player really has, ringed or marked because all four hands are shown.",
  shape: "Numbers of spades, hearts, diamonds and clubs, in this order: 2=2=5=4 has five diamonds.",
  given: "Cards that you have assumed to be with a player. Click a card of a map to assume it, again to take it back.",
  "chance to make":
    "How often declarer makes each contract with these two hands, over all ways the other two may lie; an estimate of a network.",
  "likely the best":
    "Where partner's hand is not shown: the contracts that most often score best, as a network guesses from your hand and the auction.",
  exact: "Tricks with best play by all four players, who see every card, from an exact solver.",
  estimated: "No solver is installed, so a network estimates the tricks of these four hands; it may be off by one.",
  par: "The score when both sides bid and play perfectly, seeing all cards, from North-South's side.",
  HCP: "High-card points: ace 4, king 3, queen 2, jack 1.",
  "total points": "High-card points and a point for each card beyond the fourth of a suit.",
  "support points":
    "High-card points and points for short suits once there is a fit: void 5, singleton 3, doubleton 1 with four trumps, 3, 2 and 1 with three.",
  "suit points": "High-card points in one suit.",
  "opening points": "High-card points, and void 3, singleton 2, doubleton 1.",
  "opening count": "High-card points and the cards of the two longest suits; the rule of 20 opens with 20 or more.",
  "quick tricks": "Ace and king of a suit 2, ace and queen 1½, ace or king and queen 1, a guarded king ½.",
  "playing tricks": "Tricks that a hand is likely to take by itself where its long suit is trumps or runs.",
  losers: "Aces, kings and queens that are missing among the first three cards of each suit.",
  controls: "An ace counts 2, a king 1.",
  "better minor": "The minor that opens: the longer one; as long, diamonds with four or more, else clubs.",
  balanced: "No void, no singleton, at most one doubleton: 4=3=3=3, 4=4=3=2 or 5=3=3=2 in any order.",
  "semi-balanced": "No void and no singleton: balanced, 5=4=2=2 or 6=3=2=2 in any order.",
  stopper: "A holding that stops the opponents from running their suit: the ace, the king and one, the queen and two.",
  forcing: "Partner may not pass.",
  seed: "The number that the simulation draws its layouts with: the same seed gives the same answer.",
};
