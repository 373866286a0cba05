//! The floors of ARCHITECTURE.md: imports go down only, no rings, short files, and nothing in a
//! result that differs from run to run or from machine to machine.

mod found;
mod rules;
mod source;
mod tree;

use std::sync::LazyLock;
use tree::Tree;

static HERE: LazyLock<Tree> = LazyLock::new(Tree::here);

fn holds(rule: fn(&Tree) -> Vec<String>) {
    let wrong = rule(&HERE);
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn imports_go_down() {
    holds(rules::imports_go_down);
}

#[test]
fn only_chapters_form_a_ring() {
    holds(rules::no_rings);
}

#[test]
fn games_are_layered() {
    holds(rules::games_are_layered);
}

#[test]
fn files_are_short() {
    holds(rules::files_are_short);
}

#[test]
fn results_are_the_same_everywhere() {
    holds(rules::results_are_the_same_everywhere);
}

#[test]
fn replays_touch_nothing() {
    holds(rules::replays_touch_nothing);
}

#[test]
fn the_guard_is_up() {
    holds(rules::the_guard_is_up);
}

#[test]
fn nobody_else_names_a_game() {
    holds(rules::nobody_else_names_a_game);
}
