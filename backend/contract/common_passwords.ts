/**
 * What is tried first, of those with eight characters and more, in lower case: the top of the lists that leaks have
 * made public, and what is near at hand here. The browser loads them with the first letter of a new password; the
 * service knows thousands more.
 */
const COMMON = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 01234567 123123123 987654321 87654321 9876543210 147258369
  11111111 111111111 1111111111 00000000 000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888
  99999999 12341234 11223344 1122334455 123654789 789456123 159753456 741852963 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 asdfghjk asdfghjkl asdf1234 1234qwer zxcvbnm1
  zxcvbnm123 qazwsxedc abcd1234 abc12345 abc123456 abcdefgh a1b2c3d4 aa123456 a1234567 a12345678 a123456789
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word pass1234 pass12345
  mypassword changeme changeme1 letmein1 letmein123 welcome1 welcome123 admin123 admin1234 administrator test1234
  test12345 testtest user1234 guest123 root1234 secret12 default1 computer internet samsung1 facebook google123
  iloveyou iloveyou1 iloveyou2 iloveyou123 lovelove love1234 princess princess1 sunshine sunshine1 superman superman1
  trustno1 starwars whatever football football1 baseball basketball liverpool liverpool1 chelsea1 arsenal1 barcelona
  manchester blessing blessing1 blessing123 blessed1 godisgood godisgreat ilovegod ilovejesus jesuschrist jesusislord
  jesus123 emmanuel emmanuel1 favour123 goodluck goodness precious precious1 miracle1 victory1 success1 destiny1
  ilovemusic`.split(/\s+/),
);

/** Words of Orin, and of where its people live: alone or in a row, with a few digits or signs, they make no password. */
const OURS = /^(?:[^\p{L}]{0,6}(?:orin|nigeria|naija|naira|lagos|abuja|music|afrobeats?))+[^\p{L}]{0,6}$/u;
/** `aaaaaaaa`, `12121212`, `abcabcabc`. */
const REPEATED = /^(.{1,4}?)\1+$/u;

/** Whether a password is among those that are tried first, whatever its letters' case and the signs at its end. */
export function isCommonPassword(password: string): boolean {
  return plainForms(password).some((form) => COMMON.has(form) || OURS.test(form) || REPEATED.test(form));
}

/** What lists of common passwords are asked for: in lower case, and without the signs at the end. */
export function plainForms(password: string): readonly [string, string] {
  const lower = password.toLowerCase();
  return [lower, lower.replace(/[^\p{L}\p{N}]+$/u, "")];
}
