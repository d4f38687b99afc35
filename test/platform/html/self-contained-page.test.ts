import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { selfContainedPage } from '#platform/html/self-contained-page.ts'
import { markup } from '#values/text/markup.ts'

describe('selfContainedPage', () => {
  it('allows its own style by hash, and nothing else', () => {
    const style = 'p > b { color: #000 }\n'
    const page = selfContainedPage({ title: 'A', style, content: markup`<p>a</p>` })
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page).toContain(`<style>${style}</style>`)
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'"`)
  })

  it('shows a hostile title as text', () => {
    const title = '</title><script>alert(1)</script>'
    expect(selfContainedPage({ title, style: '', content: markup`` })).not.toContain('<script')
  })
})
