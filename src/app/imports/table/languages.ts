import type { TableEncoding } from '#values/text/text-encoding.ts'

/** A language whose letters beyond ASCII tell in which encoding a text was written. */
export type Language = {
  readonly name: string
  /** Each of those letters, where the language writes it. */
  readonly letters: RegExp
  /** Words of ASCII letters that few other languages have. */
  readonly words: readonly string[]
  readonly encodings: readonly TableEncoding[]
}

const western = ['windows-1252', 'macintosh'] as const
const central = ['windows-1250'] as const

const language = (
  name: string,
  letters: string,
  words: string,
  encodings: Language['encodings'],
): Language => ({
  name,
  letters: new RegExp(letters, 'iuy'),
  words: words === '' ? [] : words.split(' '),
  encodings,
})

/** Spanish writes `ñ` before a vowel alone, Polish `ń` nowhere there, Icelandic `þ` at the start of a word. */
export const languages: readonly Language[] = [
  language(
    'English',
    '[éèêëïöç]|ñ(?=[aeiou])',
    'the of and with by from untitled oil canvas paper ink',
    western,
  ),
  language(
    'German',
    '[äöüß]',
    'und der die das mit ein eine im auf ohne titel leinwand tusche',
    western,
  ),
  language(
    'French',
    '[éèàêçùâîôûëïœ]',
    'le les des du et une sur avec sans titre huile toile encre',
    western,
  ),
  language(
    'Spanish',
    '[áéíóúü]|ñ(?=[aeiouáéíóú])',
    'el los las del y en con una por titulo lienzo tinta',
    western,
  ),
  language(
    'Portuguese',
    '[ãçáéíóâêôõúà]',
    'do da dos das e com um uma em titulo sobre tela',
    western,
  ),
  language(
    'Italian',
    '[àèéìòù]',
    'il di della del e con una senza titolo olio tela carta',
    western,
  ),
  language('Dutch', '[éëïèöü]', 'het een van en met zonder titel doek olieverf', western),
  language('Swedish', '[åäöé]', 'och av med en ett utan titel duk olja', western),
  language(
    'Danish or Norwegian',
    '[æøåé]',
    'og av af med en et uten uden titel olje olie',
    western,
  ),
  language('Finnish', '[äöå]', 'ja ilman nimi kankaalle', western),
  language('Icelandic', '[áéíóúýæö]|(?<!\\p{L})þ|(?<=\\p{L})ð', 'og um', ['windows-1252']),
  language('Polish', '[ąćęłóśźż]|ń(?![aeiouyąęó])', 'i w z na do bez olej obraz papier', central),
  language(
    'Czech or Slovak',
    '[áčďéěíňóřšťúůýžäľĺôŕ]',
    'a v na pod bez ze nad olej obraz papir',
    central,
  ),
  language('Hungarian', '[áéíóöőúüű]', 'a az egy es olaj papir', central),
  language('Romanian', '[ăâîşţ]', 'de la cu fara pe din ulei titlu', central),
  language('Croatian or Slovenian', '[čćđšž]', 'i u na bez iz ulje platno', central),
  language('Russian or another Slavic language', '[а-яёіїєґў]', '', ['windows-1251']),
  language('Greek', '[α-ρσ-ωάέήίόύώϊϋ]|(?<=\\p{L})ς(?!\\p{L})', '', ['windows-1253']),
  language('Turkish', '[çğıöşüİâî]', 've bir ile tuval resim', ['windows-1254']),
]
