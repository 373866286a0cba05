#![doc = include_str!("../README.md")]
//!
//! # The floors, lowest first
//!
//! [`rule`] and [`document`]; [`board`], [`dice`], [`store`] and [`mail`]; [`play`]; [`games`],
//! [`points`] and [`report`]; [`campaign`]; [`cli`]. A file imports only from lower floors.
#![warn(missing_docs)]

pub mod board;
pub mod campaign;
pub mod cli;
pub mod dice;
pub mod document;
pub mod games;
pub mod mail;
pub mod play;
pub mod points;
pub mod report;
pub mod rule;
pub mod store;
