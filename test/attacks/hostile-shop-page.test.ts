import { expect } from 'vitest'
import { addTokens, createCollection, tokenBody } from '../studio/open-studio.ts'
import { studioTest as it } from '../studio/studio-test.ts'

/** Ends an attribute and a tag, and turns the text around. */
const script = '"\'><script>x</script>\u{202e}'
/** A template takes what is in angle brackets for a tag. */
const quotes = '"\'>&'
const headers = { host: 'localhost:80' }

it('names, traits, tags and parameters stay text on a shop page and the pages of its tokens', async ({
  studio,
}) => {
  const { id } = await createCollection(studio, {
    name: script,
    description: script,
    metadata: {
      name: '<name>',
      image: '<image>',
      attributes: { [quotes]: '<trait>', creator: quotes },
    },
  })
  const bodies = ['One', 'Two'].map((name) =>
    tokenBody(name, {
      name: script,
      price: 20_000_000,
      metadata_attributes: [{ tag: '<trait>', value: `${script}${name}` }],
      custom_attributes: { [`${script}2`]: script },
    }),
  )
  const [token] = await addTokens(studio, id, ...bodies)
  await studio.call('PATCH', `/nft/collections/${id}/shop`, { is_published: true })
  const query = `trait=${encodeURIComponent(script)}&page=2`
  for (const url of [
    `/pay/collection/${id}`,
    `/pay/collection/${id}?${query}`,
    `/pay/token/${token?.id}`,
  ]) {
    const { statusCode, body, headers: answered } = await studio.app.inject({ url, headers })
    expect(statusCode, url).toBe(200)
    expect(body, url).not.toContain('<script>x')
    expect(body, url).not.toContain('"\'>')
    expect(answered['content-security-policy'], url).toMatch(/^default-src 'none'; /u)
  }
  const { body } = await studio.app.inject({ url: `/pay/collection/${id}`, headers })
  // What was offered to choose from is what was escaped.
  expect(body).toContain(`<option value="&quot;&#39;&gt;&amp;: &quot;&#39;&gt;&lt;script&gt;`)
  expect(body.match(/<select name="trait">/gu)).toHaveLength(1)
})
