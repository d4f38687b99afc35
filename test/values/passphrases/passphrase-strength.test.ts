import { describe, expect, it } from 'vitest'
import { passphraseStrength } from '#values/passphrases/passphrase-strength.ts'

describe('the strength of a passphrase', () => {
  it.each([
    'correct horse battery',
    'ochre-valley-ninth-lamp',
    'kdjf83-kdJHd83!x',
    'clé d’or, maison',
  ])('the passphrase %s is strong enough', async (text) => {
    const { score, error } = await passphraseStrength(text)
    expect(score).toBeGreaterThanOrEqual(3)
    expect(error).toBeUndefined()
  })

  it('counts characters as people do, without the blanks around them', async () => {
    expect((await passphraseStrength('eleven 7777')).error).toMatch(/^It has 11 characters/u)
    expect((await passphraseStrength('🔑'.repeat(11))).error).toMatch(/^It has 11 characters/u)
    expect((await passphraseStrength('   short        ')).error).toMatch(/^It has 5 characters/u)
  })

  it.each([
    ['password1234', 'many people use one like it'],
    ['qwertyuiop[]', 'its keys lie beside each other'],
    ['aaaaaaaaaaaaaaaa', 'it repeats itself'],
    ['coldpress2026!', 'it needs too few guesses'],
    ['correct horse battery staple', 'it needs too few guesses'],
    ['Correct-Horse-Battery-Staple!', 'it needs too few guesses'],
    ['Here Comes the Sun, 2026', 'it needs too few guesses'],
    ['To be, or not to be: that is the question.', 'it needs too few guesses'],
    ['Never_Gonna_Give_You_Up', 'it needs too few guesses'],
    ['c o r r e c t horse battery staple 7', 'it needs too few guesses'],
  ])('names what is wrong with %s', async (text, cause) => {
    expect((await passphraseStrength(text)).error).toContain(`too easy to guess: ${cause}`)
  })

  it.each(['a', '$4@', '0123456789'])(
    'of a text of a million characters is estimated from its beginning: %s',
    async (piece) => {
      const { error } = await passphraseStrength(piece.repeat(1_000_000 / piece.length))
      expect(error).toContain('too easy to guess')
    },
  )
})
