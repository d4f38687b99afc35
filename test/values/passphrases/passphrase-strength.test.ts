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
    ['coldpress2026!', 'its words and numbers are common'],
    ['correct horse battery staple', 'many people know these words'],
    ['Correct-Horse-Battery-Staple!', 'many people know these words'],
    ['Here Comes the Sun, 2026', 'many people know these words'],
    ['To be, or not to be: that is the question.', 'many people know these words'],
    ['Never_Gonna_Give_You_Up', 'many people know these words'],
    ['c o r r e c t horse battery staple 7', 'many people know these words'],
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
