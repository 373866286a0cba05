//! Campaigns from the offer to the last report, in folders of their own.

mod audit;
mod fixture;
mod referee;
mod tamper;
