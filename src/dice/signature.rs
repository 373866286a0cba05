//! SSH signatures of records, as `ssh-keygen -Y sign -n provost-dice` makes them.
//!
//! What is signed is [`signed_text`](super::lock::signed_text), without a line feed:
//! `printf '%s' TEXT | ssh-keygen -Y sign -n provost-dice -f KEY`. A record carries the base64 of
//! that signature, with or without its first and last line; terms carry the base64 of a public key.

use super::Malformed;
use base64ct::{Base64, Encoding};
use ssh_key::{HashAlg, SshSig};
use std::fmt;
use std::str::FromStr;

/// The namespace: a signature that was made for anything else does not count.
pub const NAMESPACE: &str = "provost-dice";

/// Lines that `ssh-keygen` puts around the base64, without their blanks.
const ARMOUR: [&str; 2] = ["-----BEGINSSHSIGNATURE-----", "-----ENDSSHSIGNATURE-----"];

/// A public key, as terms name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicKey(ssh_key::PublicKey);

/// Reads the base64 part of an SSH public key, the second word of an `id_ed25519.pub`.
impl FromStr for PublicKey {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<PublicKey, Malformed> {
        let right = "a key is the base64 part of an SSH public key alone: AAAAC3Nza...";
        let bytes = Base64::decode_vec(text).ok();
        let key = bytes.and_then(|bytes| ssh_key::PublicKey::from_bytes(&bytes).ok());
        key.map(PublicKey).ok_or_else(|| Malformed::new(text, right))
    }
}

impl PublicKey {
    /// `ssh-ed25519`
    pub fn algorithm(&self) -> String {
        self.0.algorithm().to_string()
    }

    /// Whether this program can verify what was signed with it.
    pub fn is_known(&self) -> bool {
        self.0.key_data().is_ed25519() || self.0.key_data().is_sk_ed25519()
    }
}

/// Its fingerprint, as `ssh-keygen -l` prints it: `SHA256:...`.
impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fingerprint(HashAlg::Sha256).fmt(f)
    }
}

/// Why a signature does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unverified {
    /// It is not an SSH signature.
    Malformed,
    /// It was made with another key, which has this fingerprint.
    OtherKey(String),
    /// It was made for another namespace.
    OtherNamespace(String),
    /// It was made for another text.
    OtherText,
    /// This program does not know the kind of key.
    NotChecked(String),
}

impl fmt::Display for Unverified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unverified::Malformed => f.write_str("the signature is no SSH signature"),
            Unverified::OtherKey(key) => {
                write!(f, "the signature was made with another key, {key}")
            }
            Unverified::OtherNamespace(namespace) => {
                let namespace: String = namespace.escape_debug().take(40).collect();
                write!(
                    f,
                    "the signature was made for the namespace `{namespace}`, not `{NAMESPACE}`"
                )
            }
            Unverified::OtherText => f.write_str("the signature was made for another text"),
            Unverified::NotChecked(kind) => {
                write!(f, "signatures with a key {kind} are not known to this program")
            }
        }
    }
}

impl std::error::Error for Unverified {}

/// Checks that a text was signed with one of the keys.
///
/// # Errors
/// Why it does not count.
pub fn verify(text: &str, signature: &str, keys: &[PublicKey]) -> Result<(), Unverified> {
    let signature = SshSig::from_pem(armoured(signature)).map_err(|_| Unverified::Malformed)?;
    let by = PublicKey(signature.public_key().clone().into());
    if !keys.contains(&by) {
        return Err(Unverified::OtherKey(by.to_string()));
    }
    if signature.namespace() != NAMESPACE {
        return Err(Unverified::OtherNamespace(signature.namespace().to_owned()));
    }
    if !by.is_known() {
        return Err(Unverified::NotChecked(by.algorithm()));
    }
    let verified = by.0.verify(NAMESPACE, text.as_bytes(), &signature);
    verified.map_err(|_| Unverified::OtherText)
}

/// The base64 of a signature in lines of 70, between its first and last line.
fn armoured(signature: &str) -> String {
    let mut base64: String = signature.split_whitespace().collect();
    for line in ARMOUR {
        base64 = base64.replace(line, "");
    }
    let mut armoured = "-----BEGIN SSH SIGNATURE-----\n".to_owned();
    for (at, letter) in base64.chars().enumerate() {
        if at > 0 && at % 70 == 0 {
            armoured.push('\n');
        }
        armoured.push(letter);
    }
    armoured + "\n-----END SSH SIGNATURE-----\n"
}
