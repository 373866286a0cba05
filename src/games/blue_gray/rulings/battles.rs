//! Open readings of Hooker and Lee, Chattanooga, Wilderness and Road to Richmond.

/// Makes the table of the readings handed on and these.
macro_rules! battles {
    ($($common:tt)*) => {
        rulings! {
            $($common)*
            // Hooker and Lee (HL): quota, stacking, effectiveness
            HlQuota "HL-quota" "HL 17.1" ["as begun"]
                "what uses up the six units of a turn?"
                "as FR-quota: whoever spends a point in the movement phase, also if it is stopped later"
            HlCase16 "HL-case16" "HL 15.0" ["quota only"]
                "from which movement restrictions are the arrivals of turns 4 and 5 exempt?"
                "from the quota of 17.1; the number that is printed is that of exiting the map"
            HlEff "HL-eff" "HL 18.0" ["off"]
                "which chapter is left out as case 11.0?"
                "attacker effectiveness, which an earlier printing numbered so"

            // Chattanooga (CH): fixed batteries, quota, night
            ChFrozen "CH-frozen" "CH 16.11, 8.52" ["never moved"]
                "what of a battery that may not be moved when something would move it?"
                "AR and DR eliminate it and nobody pushes it; it may stand aside, and bombards unharmed"
            ChSeven "CH-seven" "CH 17.14" ["from then"]
                "from when on do seven more units move, and which?"
                "from the moment of control, in the order of the lines, any units"
            ChQuota5 "CH-quota5" "CH 17.12" ["from five"]
                "do arrivals count on game-turn 5 itself?"
                "from turn 5 on they do; the Union stands still on it, so in fact from turn 6"
            ChNightout "CH-nightout" "CH 17.2, 5.1, 9.0, 7.4" ["first out"]
                "at night Confederates may leave zones but not enter any: from one into another?"
                "the first step leads out of every zone; a neighbour over a creek does not hold them"

            // Wilderness (WI): woods, trains
            WiFrough "WI-frough" "WI 17.12, 17.21, TEC" ["forest"]
                "is forest and rough forest for these rules?"
                "it is woods whatever else it is, for the price and for the bar"
            WiDay "WI-day" "WI 17.22" ["second day"]
                "which day is game-turn 16?"
                "the second, from turn 8 on; else no rule would hold for it"
            WiDay2 "WI-day2" "WI 17.21, 17.22" ["widened"]
                "does the second day replace what the first allows?"
                "it adds woods next to clear ground or a way to what is always allowed"
            WiAdvance "WI-advance" "WI 17.23" ["at once"]
                "when is an advance into woods judged?"
                "when it is made: behind a retreat the woods lie in the zone of who has left them"
            WiOnly "WI-only" "WI 17.23, 8.52" ["pushes first"]
                "is a hex that needs a displacement open before closed woods are?"
                "any permitted hex comes first; who is displaced is under the same rule"
            WiTdroad "WI-tdroad" "WI 17.34, RR 20.23" ["hex"]
                "must the trains' way lead across the hexside?"
                "the hex must have a way; a train moves only along one, but retreats to any such hex"
            WiTdzone "WI-tdzone" "WI 17.3, 5.0" ["yes"]
                "do Train Defense units have a zone?"
                "units exert zones, and nothing here excepts them"
            WiTdar "WI-tdar" "WI 17.31, 10.0, 8.6" ["once"]
                "when do Train Defense units go back, and who follows?"
                "at the start of the phase, from enemies in contact; one of those may follow"
            WiTdtarget "WI-tdtarget" "WI 17.31, 8.41" ["by mark"]
                "may who has followed a train be attacked in that phase?"
                "ruling BG-advflag says so for everybody who has advanced"

            // Road to Richmond (RR): the Command Control Zone, the Train
            RrCcz "RR-ccz" "RR 18.1" ["every way"]
                "from when on is the zone open, and what does the bar bind?"
                "three turns after the event, for both units of turn 14; every way of entering"
            RrTrain "RR-train" "RR 20.11" ["whenever"]
                "does the Train go back only at the start of the combat phase?"
                "whenever an enemy touches it in that phase, each time before the next attack"
            RrTrainpush "RR-trainpush" "RR 20.21, 20.24" ["way hex"]
                "where may the Train be displaced to?"
                "to a hex with a way, empty or emptied; else the unit that pushes it is lost"
            RrTrainnight "RR-trainnight" "RR 20.25, 9.0" ["literal"]
                "may who stands next to the Train move at night?"
                "no: adjacent is adjacent, though it has no zone"
            // Arrivals of the four
            HlLedger "HL-ledger" "HL 16.22, 16.23" ["own turn"]
                "who leaves on a flank march, how many, and when are they back?"
                "so many on both turns together; each is due back by his own turn of leaving, or later"
            HlReentry "HL-reentry" "HL 16.24, 16.25" ["times n"]
                "what does the nth unit pay that comes back by a hex?"
                "n times what the hex costs, or n points where a road leaves the map there"
            HlSouth "HL-south" "HL 16.27" ["lost"]
                "a unit leaves by the south when the march is over: may it?"
                "yes, with a warning; it counts as eliminated, but is no combat loss"
            ChLate "CH-late" "CH 15.12, 15.0" ["say it"]
                "what becomes of arrivals that are not ordered on their turn?"
                "orders must bring them or give them up; where nothing is refused they are lost"
            ChPass "CH-pass" "CH 15.15" ["room"]
                "may a full entry hex be passed?"
                "no: the limit holds when a unit enters"
            ChEntry "CH-entry" "CH 15.13, 7.5" ["terrain"]
                "does a road or trail that ends on an entry hex lower its cost?"
                "no: 7.5 wants a hexside that the way crosses"
            WiOccupied "WI-occupied" "WI 15.13" ["nearest open"]
                "an entry hex is occupied, by whomever: where does a unit enter instead?"
                "the nearest hex open to it, its owner's choice among equals, for the same points"
            WiTdentry "WI-tdentry" "WI 17.34, 15.13" ["way hex"]
                "where do trains enter whose entry hex is occupied?"
                "the nearest hex with a way and outside enemy zones; else they wait"
            WiTd "WI-td" "WI 16.2, 17.3" ["turn seven"]
                "when do the trains arrive?"
                "their turn is not printed; another chart pairs them with a unit of turn 7"
            RrPairs "RR-pairs" "RR 15.0" ["in order"]
                "who are the pairs of a column?"
                "two by two in the order of the list, by each entry hex"
            RrFullentry "RR-fullentry" "RR 15.0, 6.0" ["pass on"]
                "an entry hex inside the map is full: may a unit enter there?"
                "yes, if it goes on; it may not end there"
            RrDouble "RR-double" "RR 15.22" ["entry included"]
                "does the double allowance pay for the entry hex too, and what of enemy zones?"
                "yes, so the second pair has eleven left; into a zone only the plain allowance counts"
            Rr1301 "RR-1301" "RR 15.42" ["switch"]
                "may units choose 1901 where 1301 is closed?"
                "they must, and only then; judged when each unit enters"
            RrAct "RR-act" "RR 19.1, 19.2" ["first only"]
                "what brings arrivals forward, and how often?"
                "the first step there in an own phase, or standing there when one begins; never later"
            Rr1007 "RR-1007" "RR 14.1, 6.0" ["first phase"]
                "more units are set up on a hex than may stay: until when?"
                "until the first movement phase of their army ends"
            // Hooker and Lee (HL): leaving, demoralization, victory
            HlExit "HL-exit" "HL 16.11" ["by edge"]
                "2107 is printed once as an exit and is no edge hex: which is meant?"
                "2101, the northern edge hex of that column; 2107 lies inside the map"
            HlExitcost "HL-exitcost" "HL 16.11, 16.22" ["one point"]
                "what does leaving the map cost?"
                "nothing is printed; one point, as in the other battles of the family"
            HlControlled "HL-controlled" "HL 16.11, 16.21" ["zone"]
                "when is an exit hex controlled by the enemy?"
                "when his zone covers it, the word of the series; not when he was there last"
            HlExitret "HL-exitret" "HL 16.21, 8.51" ["allowed"]
                "may a Confederate unit retreat off the map from an exit hex?"
                "yes, also covered by a zone, and it is not lost; for a displacement 8.52 wants a hex"
            HlCross "HL-cross" "HL 18.1, 18.13" ["each"]
                "when is the corps over the river?"
                "when each of its units has once stood beyond; one that died before never crosses"
            HlRally "HL-rally" "HL 18.1, 18.13, 18.22" ["tested"]
                "the corps comes over: what of a demoralized army?"
                "it is tested against the higher limit at that moment, and may break again"
            HlDemnow "HL-demnow" "HL 18.12, 18.21" ["at once"]
                "is an army demoralized before the advance of the combat that breaks it?"
                "yes, by the sequence of a combat losses come first; in the enemy's turn too"
            HlLowodds "HL-lowodds" "HL 18.11, 18.12" ["no ban"]
                "may a demoralized army attack at low odds?"
                "no rule forbids it; the exception of 18.12 has nothing to except"
            HlDrop "HL-drop" "HL 20.3" ["draw"]
                "what is less than a marginal victory?"
                "a draw; the other side has not won by the points"
            HlOcc "HL-occ" "HL 20.1, 20.0" ["last through"]
                "who occupies a hex that scores?"
                "who was last on it or passed through it, as in the other battles; at first nobody"

            // Chattanooga (CH): control
            ChControl "CH-control" "CH 15.12, 17.15, 20.12" ["last through"]
                "what is control of a hex?"
                "last on it or through it by 17.15; in 15.12 the word of the series, a zone"
            ChEver "CH-ever" "CH 20.11" ["once"]
                "when does entering a fort score?"
                "at the moment of any entry, once a hex, never taken back"
            ChTown "CH-town" "CH 20.12, 5.0" ["yes", "no"]
                "does infantry hold the town hex on which it stands?"
                "it would be odd if it held every hex but that; by the letter of 5.0 it does not"

            // Wilderness (WI): holding
            WiHold "WI-hold" "WI 18.13" ["each step"]
                "who holds an objective in zones of both sides?"
                "a unit there, else the only zone, looked at after every step; else nothing changes"

            // The Road to Richmond (RR): leaving, the line, the Train
            RrTrainvp "RR-trainvp" "RR 20.12, 21.11, 21.12" ["both"]
                "does the Train score as a unit besides?"
                "both rules speak of it, and neither excludes the other"
            RrLoc "RR-loc" "RR 21.21" ["units only"]
                "what cuts a line of communications?"
                "an enemy unit on it, the ends included; zones and own units do not"
            RrStrand "RR-strand" "RR 21.22" ["by ways"]
                "how far may a unit be from its way home?"
                "ten hexes over passable ground to a road or trail free of enemies, then along ways"
            RrWhen "RR-when" "RR 21.12" ["at end"]
                "at which moment are the conditions of leaving judged?"
                "at the end of the game, whenever the unit left"
            // Hooker and Lee
            HlFord "HL-ford" "HL 17.2" ["each turn"]
                "when is the die for Ely's Ford rolled, and for how long does a one open it?"
                "at the start of each Union player-turn from turn 5, while a brigade is there or due; for good"

            // Chattanooga
            ChNight "CH-night" "CH 17.2" ["as written"]
                "what may move at night?"
                "no Union unit at all; Confederates may leave enemy zones, but enter none"

            // Wilderness
            WiBurnside "WI-burnside" "WI 19.2" ["each phase"]
                "when is the die for General Burnside rolled?"
                "before each Union movement phase with a unit of the IX Corps on the map or due"
            WiNames "WI-names" "WI 14.1" ["by strength"]
                "two Stuarts and two Doles: which is which?"
                "the strength is part of their names: Stuart 5, Stuart 6"
            WiPickett "WI-pickett" "WI 19.1" ["each brigade"]
                "do Pickett's brigades enter by one hex?"
                "each by any hex that is named for them, as its owner chooses"
            WiLethargic "WI-lethargic" "WI 19.3" ["as printed"]
                "the schedule lists a brigade twice and leaves another out: what then?"
                "the first line means the second brigade; who is not listed takes no part"
            WiRow "WI-row" "WI 19.3" ["row one"]
                "which hexes are hexrow 0001?"
                "every hex of row 01, of all columns"
        }
    };
}
