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

  it('allows one script by hash, and images that are in the file, where it has them', () => {
    const script = "'use strict';\n"
    const page = selfContainedPage({
      title: 'A',
      style: '',
      content: markup``,
      script,
      hasImages: true,
    })
    const hash = createHash('sha256').update(script).digest('base64')
    expect(page).toContain(`; img-src data:; script-src 'sha256-${hash}'"`)
    expect(page).toContain(`<script>${script}</script>`)
  })

  it('shows a hostile title as text', () => {
    const title = '</title><script>alert(1)</script>'
    expect(selfContainedPage({ title, style: '', content: markup`` })).not.toContain('<script')
  })
})
