//! The table of open readings, in the order of the rules that they concern.

use super::RulingEntry;

macro_rules! rulings {
    (
        $($name:ident $id:literal $rule:literal [$($choice:literal),+]
            $question:literal $why:literal)+
    ) => {
        /// An open reading by its id: `Ruling::BgFriendzoc` is `BG-friendzoc`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Ruling {
            $(#[doc = concat!("(", $rule, ") ", $question)] $name,)+
        }

        impl Ruling {
            /// All of them, in the order of [`RULINGS`].
            pub const ALL: &[Ruling] = &[$(Ruling::$name),+];
        }

        /// All open readings, in the order of the rules that they concern.
        pub const RULINGS: &[RulingEntry] =
            &[$(RulingEntry::new($id, $rule, &[$($choice),+], $question, $why)),+];
    };
}

rulings! {
    // Zones, stacking (5.0, 6.0)
    BgAcross "BG-across" "5.3" ["no contact"]
        "are units on two sides of a creek in contact?"
        "zones stop at a creek side, and contact is made by zones"
    BgZocferry "BG-zocferry" "5.3, FR 16.1" ["neither"]
        "does a zone reach into or out of a ferry, pontoon or ford hex?"
        "they are river hexes; else every crossing in front of an enemy would be closed"
    BgCrossing "BG-crossing" "5.3, TEC" ["replaces"]
        "a hexside is water and also bridge or ford: which row of the chart counts?"
        "zones extend across fords and bridges, so the crossing replaces the water under it"
    BgSwap "BG-swap" "6.0, FR 15.13" ["each", "phase"]
        "are stacking limits judged at the end of each single move or of the phase?"
        "the clarification is the later and more special sentence"
    BgEntrystack "BG-entrystack" "6.0, FR 15.13" ["exempt"]
        "may arriving units crowd their entry hex until the movement phase ends?"
        "the exclusive rule says so, for that hex and those units only"
    BgLimitpush "BG-limitpush" "6.0, 8.52" ["as many"]
        "a limit of one unit a hex: how many are pushed by a retreat?"
        "as many as the limit needs, all or none; 8.52 was written for a limit of two"

    // Movement (7.0)
    BgAdd "BG-add" "7.3" ["add"]
        "do the costs of a hex and of the hexside crossed add up?"
        "the printed example adds two for the stream and three for the woods"
    BgTrail "BG-trail" "7.5" ["cheaper"]
        "what does a trail cost in clear terrain?"
        "nobody has to use a trail, so the mover pays the cheaper of trail and terrain"
    BgPath "BG-path" "7.0, FR 17.22" ["lowest"]
        "only the destination is ordered and several ways cost the same: which is taken?"
        "fewest points, fewest hexes, lowest numbers, not through a hex whose passing matters"
    BgLoop "BG-loop" "7.0" ["yes"]
        "may a path come back to a hex, or end where it began?"
        "nothing forbids it; the unit counts as moved"
    BgEnemyhex "BG-enemyhex" "6.0, 7.0" ["never"]
        "may a unit enter a hex that an enemy unit occupies?"
        "the first printing said so in words, and 6.0 speaks of one side only"
    BgMin "BG-min" "7.4" ["cost only"]
        "does the minimum of one hex beat prohibitions?"
        "it lifts the want of movement points and nothing else"
    BgMinonly "BG-minonly" "7.4" ["first hex"]
        "when does the minimum of one hex work?"
        "only as first and only hex of a move, never for entering the map"
    BgFerrypass "BG-ferrypass" "7.2, 7.4" ["both steps"]
        "may a unit enter a ferry, pontoon or ford hex that it cannot leave in the same move?"
        "no move may end there, so both steps are paid in one move and 7.4 helps neither"
    BgFordhex "BG-fordhex" "TEC, FR 19.12" ["as pontoon"]
        "what is a ford hex?"
        "the text names it beside the pontoons and gives nothing else: arrows only, no stop"
    BgPontoon "BG-pontoon" "TEC, FR 16.1" ["one point"]
        "what does a pontoon hex cost?"
        "as a ferry hex in all else; its printed cost is missing, a datum of charts.yaml"
    BgTown "BG-town" "TEC" ["one point"]
        "what is a town hex?"
        "it blocks sight (8.71); cost 1 and no help in defence are a datum of charts.yaml"
    BgRedoubt "BG-redoubt" "TEC, FR 16.2" ["doubled"]
        "what does a redoubt side do?"
        "the chart's row is missing: doubled and no cost to cross are a datum of charts.yaml"

    // Reinforcements and exits (15.0)
    BgHold "BG-hold" "15.0" ["allowed"]
        "may units that are due be left off the map?"
        "an unlisted unit does not move, and stays due on every later game-turn"
    BgBlocked "BG-blocked" "15.0" ["nothing"]
        "what becomes of units whose entry hex stays blocked to the end?"
        "no points and no loss; they are listed as never arrived"
    BgNightent "BG-nightent" "9.0, FR 15.0" ["night", "entry"]
        "may a reinforcement enter an enemy zone at night?"
        "9.0 binds everybody, the permission lifts only the bar on arrivals; a ruling, not text"
    BgEnterexit "BG-enterexit" "15.12, 17.31" ["yes"]
        "may a unit enter and leave the map in one phase?"
        "once on the map it moves as any other, and nothing forbids it"
    BgExit "BG-exit" "5.0, 5.1, 17.31" ["no"]
        "may a unit leave the map from a hex in an enemy zone?"
        "if it began there it may not leave the zone, if it came there it had to stop"
    BgOcc "BG-occ" "17.2" ["every entry"]
        "do retreats, advances, pushes and arrivals occupy a hex?"
        "whoever enters a hex has moved onto it"
    BgTie "BG-tie" "17.0" ["draw"]
        "who wins on equal points?"
        "the higher number wins, and there is none"
    BgRatio0 "BG-ratio0" "17.0" ["infinite"]
        "what is a ratio of points to none?"
        "points to none exceed every ratio, and none to none is one to one"

    // Duties of the combat phase (8.0)
    BgOrder0 "BG-order0" "8.0, 10.2" ["after"]
        "are duties counted before or after the retreats at the start of the combat phase?"
        "those retreats come at the beginning, so duties are what is left"
    BgOblig "BG-oblig" "8.0" ["start"]
        "when are the duties to attack counted?"
        "at the start of the phase; contacts made during it create none"
    BgCover "BG-cover" "8.0" ["filed", "end"]
        "must every duty be met by the list as filed, or only at the end of the phase?"
        "else a unit between two enemies could ignore one, since results break contact"
    BgStuck "BG-stuck" "8.0, 8.41" ["ends"]
        "nobody who may still attack can meet an enemy in contact: may the phase close?"
        "else a legal list of attacks would lock the game"
    BgDutybomb "BG-dutybomb" "8.0" ["yes", "no"]
        "does bombardment alone meet the duty that an enemy in contact be attacked?"
        "8.0 does not say by whom; the friend who touches him still owes an attack"
    BgAside "BG-aside" "8.0, 8.42" ["allowed"]
        "may one of two stacked units in an enemy zone keep out of the attack?"
        "8.42 allows it; the enemy must still be attacked by somebody"
    BgAsideone "BG-asideone" "8.0, 8.42, 8.7" ["one named"]
        "how far does standing aside go?"
        "one of two, named, and untouched by the result; not both"
    BgFallmate "BG-fallmate" "8.0, 10.2" ["alone"]
        "an ineffective and an effective unit share a hex in an enemy zone: who falls back?"
        "only the ineffective one; the other must attack"

    // Who attacks whom (8.1, 8.4)
    BgHexall "BG-hexall" "8.1, 8.41" ["whole hex"]
        "may an attack name one of two stacked defenders?"
        "all defending units on the hex are counted"
    BgSubset "BG-subset" "8.43" ["any", "all"]
        "may a combat take some of the adjacent enemy hexes, or all or one only?"
        "any two or more keep every set of duties solvable"
    BgMultibomb "BG-multibomb" "8.43, 8.74" ["no"]
        "may bombarding artillery alone attack two hexes in one combat?"
        "8.74 helps only beside infantry or cavalry"
    BgArtadj "BG-artadj" "8.7" ["no", "yes"]
        "may artillery in contact with one enemy bombard another?"
        "adjacent artillery must attack the adjacent enemy; one across a creek does not bind it"
    BgArtstack "BG-artstack" "8.42" ["no"]
        "may two batteries on one hex bombard different targets?"
        "8.42 speaks of units stacked together, without exception"
    BgArtmulti "BG-artmulti" "8.72, 8.74" ["suffers"]
        "artillery is adjacent to one of two hexes attacked: does it suffer the result?"
        "only artillery that is adjacent to none of them is free of results"
    BgRange1 "BG-range1" "8.7" ["bombardment"]
        "what is an attack by artillery on an enemy across a creek?"
        "adjacent means in contact, and there is none: bombardment at range one"
    BgSight "BG-sight" "8.71" ["exact"]
        "how is a line of sight measured?"
        "by exact geometry between centres; along a side it needs both hexes to block"
    BgAgain "BG-again" "8.41" ["shares"]
        "a unit that was attacked stands on a hex that is attacked later: what then?"
        "it adds no strength and shares the result; a departure from the letter"
    BgZero "BG-zero" "8.41" ["dropped"]
        "a target holds only units that were attacked already: is it fought?"
        "nobody may be attacked twice, so the entry is dropped"
    BgNewtarget "BG-newtarget" "8.41, 8.52" ["by hex"]
        "units were pushed before their attack came up: whom does an entry mean?"
        "whoever stands on its hex when it is fought"
    BgDropped "BG-dropped" "8.41" ["rest attack"]
        "named attackers are gone when an entry comes up: is it void?"
        "the rest attack if that is legal; a die must not wait for arithmetic"
    BgSharebomb "BG-sharebomb" "8.41" ["free"]
        "what do attackers risk against a hex that holds a unit attacked before?"
        "it can only be bombarded, so the attacker loses nothing"

    // Odds (8.1, 8.2, 8.76, 8.8)
    BgRound "BG-round" "8.1" ["for defender"]
        "how are odds rounded below one, and beyond the ends of the table?"
        "for the defender on both sides of one to one; 6-1 and 1-5 are the ends"
    BgBest "BG-best" "8.2" ["best", "product"]
        "a defender has two benefits of terrain: do they multiply?"
        "the publisher answered that only the best one counts"
    BgSide "BG-side" "8.2, 8.76" ["every attacker"]
        "who must cross a bridge, ford or stream for the defender to be doubled?"
        "every adjacent infantry and cavalry attacker, judged for each defending hex"
    BgSideart "BG-sideart" "8.76" ["no", "yes"]
        "does adjacent artillery on dry ground spoil the doubling by water?"
        "8.76 frees attacking artillery without exception; redoubts are not named there"
    BgMixed "BG-mixed" "8.2, FR 16.2" ["own kind"]
        "one attacker crosses water, another a redoubt: is the defender doubled?"
        "each benefit needs all attackers across its own kind; kinds of water count as one"
    BgBomb "BG-bomb" "8.2" ["line"]
        "when is a defender doubled against bombardment alone?"
        "errata: if the line crosses water or an impassable hex; streams are ours, redoubts never"
    BgBombmix "BG-bombmix" "8.2" ["all", "any"]
        "several batteries bombard and only some lines cross water: is it doubled?"
        "all lines must cross, as all attackers must with hexsides"
    BgAlong "BG-along" "8.2, 8.71" ["both", "either"]
        "a line runs along a hexside or through its end: when does it cross water there?"
        "only if it would on both ways round, as 8.71 reads woods"
    BgBombferry "BG-bombferry" "8.2" ["yes", "no"]
        "does a line over a ferry, pontoon or ford hex double as over a river hex?"
        "the errata double over crossings and over impassable hexes; this is both"
    BgAlone "BG-alone" "8.73" ["after terrain"]
        "which odds must artillery alone reach?"
        "the odds that are rolled, after terrain"
    BgAloneadj "BG-aloneadj" "8.73" ["yes"]
        "does one adjacent battery lift the limit of 1-3 for those at range?"
        "then it is no attack on units that are adjacent to none"
    BgReducemin "BG-reducemin" "8.8, 8.73" ["lower only"]
        "how far may odds be reduced?"
        "to a lower column, never below 1-3 by artillery alone at range"

    // Results (8.3, 8.72)
    BgSteps "BG-steps" "8.1, 8.6, 11.2" ["in order"]
        "in which order are the steps of one combat taken?"
        "declare, cavalry, odds, die, losses, retreats, releases, one advance"
    BgEx "BG-ex" "8.3" ["printed"]
        "what must the attacker lose in an exchange?"
        "adjacent attackers of at least the defenders' printed strength; all if that is less"
    BgExprint "BG-exprint" "8.3" ["any set"]
        "which sets of attackers pay for an exchange?"
        "any set that suffices; terrain never counts and one may overpay"
    BgAr "BG-ar" "8.72" ["unaffected"]
        "does bombarding artillery suffer AR, AE or EX?"
        "never; alone it can lose nothing, the defender suffers DR, DE and EX"
    BgArwhen "BG-arwhen" "10.0, 10.3" ["at once"]
        "who becomes ineffective by AR, and when?"
        "every adjacent attacker of any arm, at the moment of the result"

    // Retreat and displacement (8.5)
    BgRetreat "BG-retreat" "8.5" ["own hexes"]
        "does each retreating unit take its own hex?"
        "yes, by its owner's order; not off the map, not over impassable sides or onto crossings"
    BgFriendzoc "BG-friendzoc" "5.2, 8.51" ["no", "yes"]
        "does a friend on a hex cancel the enemy zone there for a retreat or push?"
        "5.2 says that zones do not cancel, and 8.51 names no exception"
    BgRetorder "BG-retorder" "8.5, 8.43" ["list order"]
        "two hexes must retreat: in which order?"
        "the owner's, over all units of the combat"
    BgSearch "BG-search" "8.51, 8.52" ["search on"]
        "a hex of the list is full and its push fails: is the unit dead?"
        "only if no hex with any push works; lists order the search"
    BgSelfpush "BG-selfpush" "8.52" ["anybody there"]
        "may a stack-mate that retreated a moment ago be pushed?"
        "any unit on the hex at the arrival, except the one that arrives"
    BgChain "BG-chain" "8.52" ["once each"]
        "may a displaced unit displace another?"
        "yes, each unit once in a chain; if the chain fails the retreating unit is lost"
    BgPushback "BG-pushback" "8.52" ["if legal"]
        "may the pushed unit take the hex just left?"
        "if it is outside enemy zones, which happens only after bombardment alone"
    BgPushfire "BG-pushfire" "8.41, 8.52" ["may fight"]
        "may a pushed unit that has not fought still fight?"
        "nothing forbids it; a first printing battery may not (an edition's policy)"
    BgAdv "BG-adv" "8.6" ["one"]
        "who may advance, and what binds him?"
        "one adjacent participant, at once, ignoring zones; he is idle for the rest of the phase"
    BgAdvflag "BG-advflag" "8.41, 8.6" ["immune", "attackable"]
        "may a unit that advanced be attacked in that phase?"
        "the first printing said no, and one rule for all cases is simpler"
    BgAradv "BG-aradv" "8.6, 8.42" ["one empty"]
        "which hex may a defender enter after AR or AE?"
        "one that the attackers left quite empty; a unit that stood aside keeps it"
    BgAdvbomb "BG-advbomb" "8.6" ["nobody"]
        "bombardment alone clears a hex: may anybody advance?"
        "only a participant may, and artillery may not"
    BgAdvbar "BG-advbar" "8.6" ["barred"]
        "may a unit advance where it may not move?"
        "never onto water or across an impassable side, nor where its battle bars it"
    BgIneffadv "BG-ineffadv" "8.6, 10.2" ["no", "yes"]
        "may an ineffective defender advance into an enemy zone?"
        "ineffective units may not enter zones, without exception"

    // Night, effectiveness (9.0, 10.0)
    BgNight "BG-night" "9.0" ["literal"]
        "what is adjacent at night?"
        "the next hex, also across a creek; arrivals may not enter an enemy zone"
    BgFallnight "BG-fallnight" "9.0, 10.2" ["no", "yes"]
        "does an ineffective unit in an enemy zone fall back at night?"
        "there is no combat phase to begin"
    BgRecover "BG-recover" "10.0, 10.4" ["both sides"]
        "when do ineffective units recover?"
        "at the end of the night game-turn, on both sides"
    BgIneff "BG-ineff" "10.2" ["first"]
        "an ineffective unit begins its combat phase in an enemy zone: what happens?"
        "it retreats before any attack, or is eliminated, and owes no attack"
    BgFallpush "BG-fallpush" "10.2, 8.52" ["may push"]
        "may a unit that falls back displace others?"
        "as any retreat; it cannot break a contact, for no retreat enters a zone"

    // Strategic movement, cavalry (11.0)
    BgStrat "BG-strat" "11.1" ["four hexes"]
        "how far from the enemy is strategic movement?"
        "four hexes from every enemy unit at the start and in every hex entered"
    BgStratfar "BG-stratfar" "11.1" ["every enemy"]
        "which enemies bar strategic movement?"
        "every enemy unit on the map, by plain distance, also beyond a river"
    BgStratent "BG-stratent" "11.1, 15.0" ["no", "yes"]
        "may an arriving unit use strategic movement?"
        "it does not begin its phase anywhere on the map"
    BgStratarm "BG-stratarm" "11.1" ["none"]
        "what does strategic movement add for a unit without an arm of service?"
        "the bonus is given by arm"
    BgStratexit "BG-stratexit" "11.1, 17.31" ["yes"]
        "may a strategic move end with leaving the map?"
        "off the map it is closer to nobody"
    BgCav "BG-cav" "11.2" ["each alone"]
        "cavalry is stacked with others: who retreats before combat?"
        "each cavalry unit by its own choice; if all go, one attacker may advance"
    BgCavodds "BG-cavodds" "11.2, 8.8" ["declared"]
        "cavalry goes at certain odds or worse: which odds?"
        "the declared ones with all still there, after reduction; worse is a higher column"
    BgCavpath "BG-cavpath" "11.2" ["exactly two"]
        "what is a retreat of two hexes?"
        "two different hexes by the limits of retreats; it may pass a full friendly stack"
    BgCavmulti "BG-cavmulti" "11.2, 8.43" ["goes on"]
        "cavalry leaves one hex of a combat against two: what becomes of it?"
        "it goes on at new odds; an advance needs the other hex cleared too"
    BgCavmate "BG-cavmate" "11.2, 8.41" ["new odds"]
        "cavalry leaves a stack-mate behind: at which odds is he attacked?"
        "at those of who is left; each rider takes his own path in the owner's order"
    BgCavspent "BG-cavspent" "11.2, 8.41" ["attacked"]
        "has cavalry that went been attacked?"
        "yes: not again in that phase, and its attackers have attacked"
    BgCavbomb "BG-cavbomb" "11.2" ["go", "stand"]
        "may cavalry go when it is only bombarded?"
        "11.2 names artillery; nobody advances and the batteries are spent"

    // Editions
    BgClassicfog "BG-classicfog" "classic.6" ["hidden units"]
        "what is the fog of war that the Classic edition leaves out?"
        "hidden counters are meant; the fog of Fredericksburg (FR 18.0) stays"

    // Fredericksburg
    FrDivision "FR-division" "FR 15.22" ["first entry"]
        "Early's division comes whole or in brigades: who decides, when?"
        "its owner at the first entry, for good; the other form is struck"
    FrEntryzoc "FR-entryzoc" "FR 15.0, 15.13" ["two"]
        "the entry hex is in an enemy zone: how many may come?"
        "two, for none of them can leave it again in that phase"
    FrNone "FR-none" "FR 17.0" ["none", "some"]
        "which of 1113, 1711 and 2401 must the Union lack for the early victory?"
        "all three: a single one in Union hands keeps the game going"
    FrEarly "FR-early" "FR 17.0" ["eliminations"]
        "which points count at the end of game-turn 5?"
        "those for eliminations only, without the four of the start (17.35)"
    FrExitvp "FR-exitvp" "FR 17.12" ["by strength"]
        "what is a brigade and what a division among units that leave?"
        "infantry of ten or more is a division; all other infantry and artillery are brigades"
    FrFogbomb "FR-fogbomb" "FR 18.0" ["contact only"]
        "what may artillery do in fog?"
        "attack an enemy in contact; nothing at range, nor across a creek"
    FrFogstrat "FR-fogstrat" "FR 18.0, 11.1" ["whole", "halved", "none"]
        "what does strategic movement add in fog?"
        "18.0 halves allowances, 11.1 adds to them: 6 and 8 points in all"
    FrQuota "FR-quota" "FR 19.0" ["counted", "exempt"]
        "do arriving units count against the Union's fifteen?"
        "other battles exempt theirs in words, this one does not"
    FrHq "FR-hq" "FR 19.0" ["any entry"]
        "what lifts the quota, and from when?"
        "any Confederate entry of the headquarters hex, pushes included, at once and for good"
    FrBank "FR-bank" "FR 19.0" ["now there"]
        "which Union guns and horse are immobile?"
        "those on the east bank when they would move, until released"
    FrImm "FR-imm" "FR 19.13" ["any step"]
        "when has an enemy come within three hexes?"
        "at distance three or less in any hex that he enters"
    FrRelease "FR-release" "FR 19.11, 19.12, 19.13" ["every entry"]
        "are releases judged in the middle of a phase?"
        "at every hex entered in any way, for later lines of the same list; not by set-up"
    FrPontret "FR-pontret" "FR 16.1, 19.12" ["movement only"]
        "may a retreat or advance enter a pontoon or ford hex?"
        "no, nobody can stop there; so only movement releases by 19.12"
    FrCavfrozen "FR-cavfrozen" "FR 19.0, 11.2" ["yes"]
        "may immobile cavalry retreat before combat?"
        "an attacker that near has released it (19.13)"

    // Hooker and Lee
    HlFord "HL-ford" "HL 17.2" ["each turn"]
        "when is the die for Ely's Ford rolled, and for how long does a one open it?"
        "at the start of each Union player-turn from turn 5, while a brigade is there or due; for good"

    // Chattanooga
    ChNight "CH-night" "CH 17.2" ["as written"]
        "what may move at night?"
        "no Union unit at all; Confederates may leave enemy zones, but enter none"

    // Wilderness
    WiPickett "WI-pickett" "WI 19.1" ["each brigade"]
        "where does Pickett's division come, if it does?"
        "each brigade chooses one of the two hexes, and each hex has its column"
    WiLethargic "WI-lethargic" "WI 19.3" ["as printed"]
        "which units does the lethargic schedule leave out?"
        "4/1/II, which it does not print; its first 1/1/II is read as 1/2/II"
    WiRow "WI-row" "WI 19.3" ["row one"]
        "which hexes are hexrow 0001?"
        "any hex of row 01: no other reading names hexes of this map"
    WiBurnside "WI-burnside" "WI 19.2" ["each phase"]
        "when is the die for General Burnside rolled?"
        "before each Union movement phase with a unit of the IX Corps on the map or due"
}
