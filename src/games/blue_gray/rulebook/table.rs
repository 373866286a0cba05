//! The table of the standard rules (third edition) and of the Classic variant.

use crate::rule::rulebook;

rulebook! {
    R1_0 "1.0" {
        R1_0A "1.0a" Players "games about battles of the American Civil War"
            "an introduction, nothing to keep"
        R1_0B "1.0b" Players "names the five games of the first set"
            "those games are no battles of this program"
    }
    R2_1 "2.1" {
        R2_1A "2.1a" Players "the rules come in numbered paragraphs" "how the book is written"
        R2_1B "2.1b" Players "references to other paragraphs stand in brackets"
            "how the book is written"
        R2_1C "2.1c" Data "each battle has rules of its own after the common ones"
            "rules.yaml of the battle"
    }
    R2_2 "2.2" {
        R2_2A "2.2a" Data "the map is divided into hexes" "map.yaml of the battle"
        R2_2B "2.2b" Players "a hex is about 400 metres across" "scale, for information"
        R2_2C "2.2c" Players "two of the games share a map" "those games are not in this program"
    }
    R2_3 "2.3" {
        R2_3A "2.3a" Data "charts and tables regulate play" "scenarios/blue_gray/charts.yaml"
        R2_3B "2.3b" Data "the TEC gives the effects of terrain on movement and combat"
            "scenarios/blue_gray/charts.yaml"
        R2_3C "2.3c" Data "the CRT resolves combat" "scenarios/blue_gray/charts.yaml"
    }
    R2_4 "2.4" {
        R2_4A "2.4a" Data "counters are the units of the battle" "scenario.yaml of the battle"
        R2_4B "2.4b" Players "Union counters are blue, Confederate ones gray"
            "colour of the printed counters"
    }
    R2_5 "2.5" {
        R2_5A "2.5a" Players "a movement allowance is counted in movement points"
            "a definition, kept by 7.0"
        R2_5B "2.5b" Players "a strength point is a measure of strength in combat"
            "a definition, kept by 8.1"
        R2_5C "2.5c" Data "a unit's combat strength is a number of strength points"
            "scenario.yaml of the battle"
        R2_5D "2.5d" Players "a strength point is 250 to 350 men" "scale, for information"
    }
    R4_0 "4.0" {
        R4_0A "4.0a" Code "a game-turn is two player-turns" ""
        R4_0B "4.0b" Code "a player-turn is a series of phases in fixed order" ""
        R4_0C "4.0c" Players "the player whose turn it is is called phasing"
            "a definition"
        R4_0D "4.0d" Code "a phase is finished before the next one begins" ""
        R4_0E "4.0e" Data "the battle says who plays first" "scenario.yaml of the battle"
        R4_0F "4.0f" Code "movement phase: the phasing player may move his units" ""
        R4_0G "4.0g" Code "his reinforcements come in that phase" ""
        R4_0H "4.0h" Code "combat phase: his units may attack adjacent enemies" ""
        R4_0I "4.0i" Code "then the other player has the same phases" ""
        R4_0J "4.0j" Code "after his combat phase the next game-turn begins" ""
    }
    R5_0 "5.0" {
        R5_0A "5.0a" Code "a unit has a zone of control on the six hexes around it" ""
        R5_0B "5.0b" Code "a unit stops when it enters an enemy zone" ""
    }
    R5_1 "5.1" {
        "5.1" Code "no unit leaves an enemy zone but by combat" ""
    }
    R5_2 "5.2" {
        "5.2" Code "zones of both sides may lie on one hex and do not cancel" ""
    }
    R5_3 "5.3" {
        R5_3A "5.3a" Code "zones stop at river and creek sides and at river hexes" ""
        R5_3B "5.3b" Code "zones cross stream, ford and bridge sides" ""
    }
    R5_4 "5.4" {
        "5.4" Code "the zone of an eliminated unit ends at once" ""
    }
    R6_0 "6.0" {
        R6_0A "6.0a" Code "at most two combat units of a side on a hex" ""
        R6_0B "6.0b" Players "that is called stacking" "a definition"
        R6_0C "6.0c" Code "the limit binds at the end of phases; any number may pass through" ""
        R6_0D "6.0d" Code "clarification: no single move or retreat ends over the limit" ""
    }
    R7_0 "7.0" {
        R7_0A "7.0a" Code "all, some or none may move, except those in enemy zones" ""
        R7_0B "7.0b" Code "a moving unit pays movement points for the terrain it enters" ""
    }
    R7_1 "7.1" {
        "7.1" Code "unused movement points are not saved" ""
    }
    R7_2 "7.2" {
        "7.2" Code "no unit enters a hex that it cannot pay for, except by 7.4" ""
    }
    R7_3 "7.3" {
        "7.3" Code "costs of hex and hexside add up" ""
    }
    R7_4 "7.4" {
        "7.4" Code "a unit outside enemy zones may always move one hex" ""
    }
    R7_5 "7.5" {
        R7_5A "7.5a" Code "one point a hex along a road, two along a trail, whatever the terrain" ""
        R7_5B "7.5b" Code "only across a hexside that the road or trail crosses" ""
    }
    R8_0 "8.0" {
        R8_0A "8.0a" Code "phasing units attack adjacent enemies, artillery also at range" ""
        R8_0B "8.0b" Code "every phasing unit in an enemy zone must attack" ""
        R8_0C "8.0c" Code "every enemy in a phasing unit's zone must be attacked" ""
        R8_0D "8.0d" Code "the attacker chooses who attacks whom, and in which order" ""
    }
    R8_1 "8.1" {
        R8_1A "8.1a" Code "all attackers of a hex against all defenders on it" ""
        R8_1B "8.1b" Code "as a ratio of attackers to defenders" ""
        R8_1C "8.1c" Code "rounded in favour of the defender to a column of the table" ""
        R8_1D "8.1d" Code "one die is rolled" ""
        R8_1E "8.1e" Code "the result stands in the die's row under the odds" ""
        R8_1F "8.1f" Code "it is carried out before the next attack" ""
    }
    R8_2 "8.2" {
        "8.2" Code "hexsides crossed and the defender's terrain change his strength" ""
    }
    R8_3 "8.3" {
        R8_3A "8.3a" Code "AE: all attackers are eliminated" ""
        R8_3B "8.3b" Code "DE: all defenders are eliminated" ""
        R8_3C "8.3c" Code "AR: all attackers retreat one hex and may become ineffective" ""
        R8_3D "8.3d" Code "DR: all defenders retreat one hex" ""
        R8_3E "8.3e" Code "EX: all defenders, and attackers of at least their printed strength" ""
    }
    R8_41 "8.41" {
        R8_41A "8.41a" Code "no unit attacks twice or is attacked twice in a combat phase" ""
        R8_41B "8.41b" Code
            "any number join in; infantry and cavalry adjacent, artillery in range" ""
        R8_41C "8.41c" Code "a unit never divides its strength" ""
    }
    R8_42 "8.42" {
        R8_42A "8.42a" Code "stacked units do not attack different hexes" ""
        R8_42B "8.42b" Code "one of them may attack while the other does not" ""
    }
    R8_43 "8.43" {
        "8.43" Code
            "one combat against several hexes if every attacker on foot or horse touches all" ""
    }
    R8_5 "8.5" {
        "8.5" Code "the owner moves a retreating unit to an adjacent hex at once" ""
    }
    R8_51 "8.51" {
        R8_51A "8.51a" Code "no retreat off the map, onto enemies or into their zones" ""
        R8_51B "8.51b" Code "a unit that cannot retreat is eliminated" ""
    }
    R8_52 "8.52" {
        R8_52A "8.52a" Code
            "a retreat onto friends may overfill a hex; then one of them is moved on" ""
        R8_52B "8.52b" Code "if nobody can be, the retreating unit is eliminated" ""
    }
    R8_6 "8.6" {
        R8_6A "8.6a" Code "one participant may advance into a hex that the result cleared" ""
        R8_6B "8.6b" Code "before the next attack" ""
        R8_6C "8.6c" Code "one only, also when several hexes are cleared" ""
    }
    R8_7 "8.7" {
        R8_7A "8.7a" Code "artillery reaches three hexes, the target's included" ""
        R8_7B "8.7b" Code "it adds its strength to others' attacks or attacks alone" ""
        R8_7C "8.7c" Code
            "adjacent artillery must attack the adjacent enemy and suffers the result" ""
        R8_7D "8.7d" Code "artillery does not advance" ""
    }
    R8_71 "8.71" {
        R8_71A "8.71a" Code "artillery needs a line of sight to an enemy that is not adjacent" ""
        R8_71B "8.71b" Code "the line runs from centre to centre" ""
        R8_71C "8.71c" Code "forest and town hexes on the way block it" ""
        R8_71D "8.71d" Code "along a hexside only if both hexes block" ""
        R8_71E "8.71e" Code "rivers, units and the hexes at both ends never block" ""
    }
    R8_72 "8.72" {
        R8_72A "8.72a" Code
            "artillery that is not adjacent suffers no result, its adjacent friends do" ""
        R8_72B "8.72b" Code "defending artillery suffers results" ""
    }
    R8_73 "8.73" {
        "8.73" Code "artillery alone at range needs odds of 1-3 or better" ""
    }
    R8_74 "8.74" {
        "8.74" Code "beside others against several hexes, artillery needs range to one of them" ""
    }
    R8_75 "8.75" {
        "8.75" Code "artillery does not advance after combat" ""
    }
    R8_76 "8.76" {
        "8.76" Code
            "attacking artillery does not change the effect of streams, bridges and fords" ""
    }
    R8_8 "8.8" {
        R8_8A "8.8a" Code "the attacker may reduce the odds before the roll" ""
        R8_8B "8.8b" Code "at no price, but not after the roll" ""
    }
    R9_0 "9.0" {
        R9_0A "9.0a" Code "no combat phase on night turns" ""
        R9_0B "9.0b" Code "at night a unit adjacent to an enemy does not move" ""
        R9_0C "9.0c" Code "at night no unit enters an enemy zone" ""
    }
    R10_0 "10.0" {
        R10_0A "10.0a" Code "a unit that suffers AR becomes ineffective" ""
        R10_0B "10.0b" Code "until a night turn or the end of the game" ""
        R10_0C "10.0c" Code "it may not attack, but moves and defends" ""
    }
    R10_1 "10.1" {
        R10_1A "10.1a" Code "only attackers become ineffective" ""
        R10_1B "10.1b" Code "DR has no further penalty" ""
    }
    R10_2 "10.2" {
        R10_2A "10.2a" Code "ineffective units do not enter enemy zones" ""
        R10_2B "10.2b" Code "in an enemy zone when their combat phase begins they must retreat" ""
        R10_2C "10.2c" Code "no enemy advances on that" ""
        R10_2D "10.2d" Code
            "an enemy who comes adjacent later in the phase does not drive them back" ""
    }
    R10_3 "10.3" {
        "10.3" Code "artillery that is not adjacent to its target stays effective" ""
    }
    R10_4 "10.4" {
        "10.4" Code "ineffective units recover at the end of a night turn" ""
    }
    R11_1 "11.1" {
        R11_1A "11.1a" Code "strategic movement for units that begin four hexes from every enemy" ""
        R11_1B "11.1b" Code "three more points for infantry and artillery, four for cavalry" ""
        R11_1C "11.1c" Code "never closer than four hexes, nor together with ordinary movement" ""
        R11_1D "11.1d" Players "three battles of the family do not allow it"
            "those battles are not in this program"
    }
    R11_2 "11.2" {
        R11_2A "11.2a" Code
            "cavalry attacked by infantry or artillery only may first retreat two hexes" ""
        R11_2B "11.2b" Code "its attackers attack nobody else, but one may advance" ""
    }
    TEC "TEC" {
        "TEC" Data "terrain effects chart" "scenarios/blue_gray/charts.yaml"
    }
    CRT "CRT" {
        "CRT" Data "combat results table" "scenarios/blue_gray/charts.yaml"
    }
    CLASSIC_1 "classic.1" {
        "classic.1" Code "every unit has six movement points" ""
    }
    CLASSIC_2 "classic.2" {
        "classic.2" Code "artillery may advance after combat" ""
    }
    CLASSIC_3 "classic.3" {
        "classic.3" Code "no unit of a stack may be kept out of the attack" ""
    }
    CLASSIC_4 "classic.4" {
        "classic.4" Code "no strategic movement" ""
    }
    CLASSIC_5 "classic.5" {
        "classic.5" Code "no retreat of cavalry before combat" ""
    }
    CLASSIC_6 "classic.6" {
        "classic.6" Players "no option of hidden units" "units are open in every edition here"
    }
    CLASSIC_7 "classic.7" {
        "classic.7" Code "attackers do not become ineffective" ""
    }
    CLASSIC_8 "classic.8" {
        "classic.8" Code "artillery alone may attack below 1-3" ""
    }
}
