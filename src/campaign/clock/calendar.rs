//! Days and times of day in a zone, over every change between winter and summer time.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone};
use chrono_tz::Tz;
use std::fmt;
use std::str::FromStr;

/// A time of day: `20:00`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hour(pub NaiveTime);

impl FromStr for Hour {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Hour, &'static str> {
        let read = NaiveTime::parse_from_str(text, "%H:%M").ok();
        let hour = read.map(Hour).filter(|hour| hour.to_string() == text);
        hour.ok_or("a time of day is written like 20:00")
    }
}

impl fmt::Display for Hour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%H:%M"))
    }
}

/// The date and time of day in a zone.
pub fn local(zone: Tz, time: i64) -> Option<DateTime<Tz>> {
    zone.timestamp_opt(time, 0).single()
}

/// The moment, in seconds since 1970, at which clocks in a zone show this: of an hour that comes twice
/// in autumn the later one; an hour that is left out in spring counts as the first moment after it.
pub fn moment(zone: Tz, date: NaiveDate, time: NaiveTime) -> Option<i64> {
    let wanted = date.and_time(time);
    // Clocks are put forward by a quarter of an hour at least, and by a whole day at most.
    let later = (0..=STEPS).filter_map(|n| wanted.checked_add_signed(TimeDelta::minutes(15 * n)));
    let shown = later.map(|local| zone.from_local_datetime(&local));
    let mut shown = shown.filter_map(|moments| moments.latest());
    let found = shown.next()?;
    if found.naive_local() == wanted {
        return Some(found.timestamp());
    }
    // The last quarter before the clocks were put forward is not the gap's end: go back to it.
    let minutes = (0..15).rev().map(|n| found - TimeDelta::minutes(n));
    let gap = minutes.filter(|moment| moment.naive_local() >= wanted);
    gap.map(|moment| moment.timestamp()).next()
}

/// Quarters of an hour in a day and a bit.
const STEPS: i64 = 100;

/// When time is up that began to run at `start`: so many days on which nobody is absent, counted in
/// the zone, until the hour of the terms or, without one, the time of day at which it began.
///
/// Whoever is given his time after the hour of the terms has its first day from the next one on.
pub fn due(
    zone: Tz,
    hour: Option<Hour>,
    start: i64,
    days: u32,
    absent: &dyn Fn(NaiveDate) -> bool,
) -> Option<i64> {
    let began = local(zone, start)?;
    let (mut date, time) = (began.date_naive(), began.time());
    let late = hour.is_some_and(|hour| time > hour.0);
    if late {
        date = date.checked_add_days(Days::new(1))?;
    }
    let mut left = days;
    let mut walked = 0;
    while left > 0 {
        date = date.checked_add_days(Days::new(1))?;
        left -= u32::from(!absent(date));
        walked += 1;
        if walked > LONGEST {
            return None;
        }
    }
    moment(zone, date, hour.map_or(time, |hour| hour.0))
}

/// Nobody waits longer, in days.
const LONGEST: u32 = 20_000;

/// `2026-12-08 20:00`, as clocks in a zone show it.
pub fn shown(zone: Tz, time: i64) -> String {
    let local = local(zone, time);
    local.map_or_else(String::new, |local| local.format("%Y-%m-%d %H:%M").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> i64 {
        crate::dice::beacon::parse_utc(text).unwrap()
    }

    fn nobody(_: NaiveDate) -> bool {
        false
    }

    #[track_caller]
    fn is_due(zone: &str, hour: Option<&str>, start: &str, days: u32, right: &str) {
        let hour = hour.map(|hour| hour.parse().unwrap());
        let due = due(zone.parse().unwrap(), hour, utc(start), days, &nobody);
        assert_eq!(due.and_then(crate::dice::beacon::format_utc).as_deref(), Some(right));
    }

    #[test]
    fn days_are_those_of_the_calendar_over_both_changes_of_clocks() {
        // Berlin: winter time from 25 October 2026, summer time from 28 March 2027.
        let berlin = "Europe/Berlin";
        is_due(berlin, None, "2026-10-24T10:00:00Z", 1, "2026-10-25T11:00:00Z");
        is_due(berlin, None, "2027-03-27T11:00:00Z", 1, "2027-03-28T10:00:00Z");
        is_due(berlin, Some("20:00"), "2026-10-20T10:00:00Z", 7, "2026-10-27T19:00:00Z");
        // New York changes a week later, and two weeks earlier.
        let york = "America/New_York";
        is_due(york, Some("20:00"), "2026-10-24T10:00:00Z", 7, "2026-11-01T00:00:00Z");
        is_due(york, Some("20:00"), "2026-10-25T10:00:00Z", 7, "2026-11-02T01:00:00Z");
        is_due(york, Some("20:00"), "2027-03-07T10:00:00Z", 7, "2027-03-15T00:00:00Z");
        // Arizona never does.
        is_due("America/Phoenix", None, "2027-03-07T10:00:00Z", 14, "2027-03-21T10:00:00Z");
    }

    #[test]
    fn an_hour_that_comes_twice_is_the_later_and_one_left_out_ends_at_its_end() {
        is_due("Europe/Berlin", Some("02:30"), "2026-10-18T00:00:00Z", 7, "2026-10-25T01:30:00Z");
        is_due("Europe/Berlin", Some("02:30"), "2027-03-21T00:00:00Z", 7, "2027-03-28T01:00:00Z");
        is_due(
            "America/New_York",
            Some("01:30"),
            "2026-10-25T04:00:00Z",
            7,
            "2026-11-01T06:30:00Z",
        );
        is_due(
            "America/New_York",
            Some("02:01"),
            "2027-03-07T05:00:00Z",
            7,
            "2027-03-14T07:00:00Z",
        );
        // Half an hour on Lord Howe Island, and a day that Samoa has left out.
        is_due(
            "Australia/Lord_Howe",
            Some("02:10"),
            "2026-10-02T15:00:00Z",
            1,
            "2026-10-03T15:30:00Z",
        );
        is_due("Pacific/Apia", Some("12:00"), "2011-12-29T21:00:00Z", 1, "2011-12-30T10:00:00Z");
    }

    #[test]
    fn a_leap_day_is_a_day() {
        is_due("Europe/Berlin", None, "2028-02-28T10:00:00Z", 1, "2028-02-29T10:00:00Z");
        is_due("Europe/Berlin", None, "2028-02-28T10:00:00Z", 2, "2028-03-01T10:00:00Z");
        is_due("Europe/Berlin", None, "2027-02-28T10:00:00Z", 1, "2027-03-01T10:00:00Z");
    }

    #[test]
    fn whoever_is_told_after_the_hour_has_a_whole_day_more() {
        is_due("Europe/Berlin", Some("20:00"), "2026-12-01T18:59:00Z", 1, "2026-12-02T19:00:00Z");
        is_due("Europe/Berlin", Some("20:00"), "2026-12-01T19:00:00Z", 1, "2026-12-02T19:00:00Z");
        is_due("Europe/Berlin", Some("20:00"), "2026-12-01T19:01:00Z", 1, "2026-12-03T19:00:00Z");
    }

    #[test]
    fn hours_are_written_in_one_way() {
        assert_eq!("20:00".parse::<Hour>().unwrap().to_string(), "20:00");
        for wrong in ["8:00", "24:00", "20.00", "20:00:00", "8 pm", ""] {
            assert!(wrong.parse::<Hour>().is_err(), "{wrong}");
        }
    }
}
