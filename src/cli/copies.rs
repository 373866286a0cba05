//! Copies of one's own records that an interrupted run has not put into the outbox.

use super::shell::{Answer, Failure, Shell};
use crate::campaign::Campaign;
use crate::campaign::outbox::letter_of;
use crate::report::wrap;
use crate::store::Folder;
use serde_json::{Value, json};

impl Shell {
    /// Opens the campaign for writing, and puts into the outbox what is missing there.
    pub fn open_to_write(&self) -> Result<Campaign<Folder>, Failure> {
        let mut campaign = self.open_as_it_is()?;
        self.put_out_missing(&mut campaign);
        Ok(campaign)
    }

    /// Writes the copies that are missing, and tells it with whatever the command answers.
    pub fn put_out_missing(&self, campaign: &mut Campaign<Folder>) {
        match campaign.put_out_missing() {
            Ok(None) => {}
            Ok(Some((seq, file))) => self.told.borrow_mut().push(format!(
                "record {seq} was filed and not in the outbox; it is there now: mail outbox/{}",
                letter_of(&file)
            )),
            Err(why) => {
                self.told.borrow_mut().push(format!("your last record is not in the outbox: {why}"))
            }
        }
    }

    /// What a command answers, behind what was mended first.
    pub fn with_told(&self, answer: Result<Answer, Failure>) -> Result<Answer, Failure> {
        let told = self.told.borrow().clone();
        if told.is_empty() {
            return answer;
        }
        let text = wrap::fit(&told.iter().map(|line| format!("{line}\n")).collect::<String>());
        let noted = |mut data: Value| {
            if let Value::Object(data) = &mut data {
                data.insert("mended".to_owned(), json!(told));
            }
            data
        };
        match answer {
            Ok(mut answer) => {
                answer.text = text + &answer.text;
                answer.data = noted(answer.data);
                Ok(answer)
            }
            Err(failure) => Err(Failure {
                text: text + &failure.text,
                data: noted(failure.data),
                exit: failure.exit,
            }),
        }
    }
}
