import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { importCalls } from '#contract/imports/calls.ts'
import { importRules } from '#contract/imports/import-rules.ts'
import { glb, pdf } from '../media/images/works.ts'
import { wav } from '../media/images/images.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { sample } from '../support/resources.ts'
import { screenshot } from '../support/screens.ts'
import {
  answerDialogs,
  call,
  closeByEscape,
  openView,
  passphrase,
  uiTimeout,
  importStep,
} from '../support/window-actions.ts'
import { makeCollection } from '../support/make-collection.ts'
import { clip, openWorks, worksFolder } from '../support/works-in-window.ts'

const words = text.common.works
const { draft, run } = text.importing
const folder = mkdtempSync(join(tmpdir(), 'coldpress-works-'))
let running: RunningApp
let page: Page

beforeAll(async () => {
  const wide = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  worksFolder(
    folder,
    {
      webm: readFileSync(clip('webm')),
      mp4: readFileSync(clip('mp4')),
      wav: wav(),
      mp3: readFileSync(clip('mp3')),
      flac: readFileSync(clip('flac')),
      ogg: readFileSync(clip('ogg')),
      opus: readFileSync(clip('opus')),
      svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>',
      glb: glb(),
      pdf: pdf(),
    },
    wide,
  )
  running = await startApp()
  page = running.page
  await page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  await call(page, 'vault.create', { passphrase })
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the test uses of a player in the page. */
type Media = EventTarget & {
  readonly readyState: number
  readonly error: { readonly message: string } | null
  muted: boolean
  currentTime: number
  play(): Promise<void>
}

/** Plays it as a user would, from its middle, and waits until it has ended. */
const playsFromTheMiddle = (player: Locator): Promise<unknown> =>
  player.evaluate(async (element: Media) => {
    const event = (name: string) =>
      new Promise((resolve, reject) => {
        element.addEventListener(name, resolve, { once: true })
        element.addEventListener('error', () => reject(new Error(element.error?.message)), {
          once: true,
        })
      })
    if (element.readyState === 0) await event('loadedmetadata')
    element.muted = true
    const ended = event('ended')
    element.currentTime = 0.5
    await element.play()
    await ended
  })

/** Every work as its type is shown. */
const showsWorks = async (works: Locator): Promise<void> => {
  const item = (type: string) => works.getByRole('listitem').filter({ hasText: type })
  const players = [
    item('video/webm').locator('video'),
    item('video/mp4').locator('video'),
    ...['audio/wav', 'audio/mpeg', 'audio/flac'].map((type) => item(type).locator('audio')),
    // Vorbis and Opus
    item('audio/ogg').locator('audio').first(),
    item('audio/ogg').locator('audio').nth(1),
  ]
  for (const player of players) await playsFromTheMiddle(player)
  await item('image/svg+xml')
    .getByRole('button', { name: words.show('Art 1'), exact: true })
    .click()
  await page.frameLocator('iframe').locator('circle').waitFor()
  expect(await item('model/gltf-binary').locator('video, audio, iframe, img').count()).toBe(0)
}

test('video, audio and SVG are shown in the preview of an import; 3D and PDF in their folder', async () => {
  const works = await openWorks(page, folder, 10)
  await showsWorks(works)
  await works.getByText(words.noViewerInFolder).first().waitFor()
  await running.app.evaluate(({ shell }) => {
    shell.showItemInFolder = (path) => void Object.assign(globalThis, { revealed: path })
  })
  await works
    .getByRole('listitem')
    .filter({ hasText: 'application/pdf' })
    .getByRole('button')
    .click()
  const revealed = () => running.app.evaluate(() => Reflect.get(globalThis, 'revealed') as unknown)
  await expect.poll(revealed).toBe(join(folder, 'art.pdf'))
  await screenshot(page, 'works-preview')
  expect(await axeViolations(page)).toEqual([])
})

test('an image that is no square is cut by the button beside its finding, and so are all others', async () => {
  await closeByEscape(page.getByRole('dialog'))
  await importStep(page, 'check').click()
  const rule = page
    .getByRole('toolbar', { name: draft.issues.rules })
    .getByRole('button', { name: importRules.image_not_square.title })
  await page
    .getByRole('toolbar', { name: draft.issues.rules })
    .getByRole('button', { name: draft.issues.notes })
    .click()
  await rule.click()
  await page.getByText('60 × 40 pixels').first().click()
  await page.getByRole('button', { name: 'Cut all to squares' }).first().click()
  await rule.waitFor({ state: 'detached' })
  await importStep(page, 'details').click()
  const cuts = page.getByRole('switch', { name: draft.options.switches.square.label })
  expect(await cuts.isChecked()).toBe(true)
  await screenshot(page, 'works-options')
  expect(await axeViolations(page)).toEqual([])
  await importStep(page, 'pictures').click()
  await page.getByText('40 × 40').waitFor()
})

test('and on the page of the token, from the content store, with a copy to save', async () => {
  await importStep(page, 'cost').click()
  await page.getByRole('button', { name: draft.start.start(1), exact: true }).click()
  await page.getByRole('heading', { name: run.imported }).waitFor({ timeout: uiTimeout })
  await page.getByRole('button', { name: run.next.collection }).first().click()
  await page.getByText('Art 1').first().click()
  const works = page.getByRole('list', { name: words.label })
  await showsWorks(works)
  await screenshot(page, 'works-token')
  expect(await axeViolations(page)).toEqual([])
  const copy = join(folder, 'copy.glb')
  await answerDialogs(running.app, { save: copy })
  await works.getByRole('listitem').filter({ hasText: 'model/' }).getByRole('button').click()
  await page.getByText(words.saved(copy)).waitFor()
  expect(readFileSync(copy)).toEqual(glb())
})

/** An import of a video without a still image, of one that nothing can decode, and of sound without an image. */
const openVideos = async (videos: string): Promise<void> => {
  // the token's page of the test before is a dialog
  await closeByEscape(page.getByRole('dialog'))
  mkdirSync(videos)
  writeFileSync(join(videos, 'clip one.webm'), readFileSync(clip('webm')))
  writeFileSync(join(videos, 'broken.mp4'), readFileSync(clip('mp4')).subarray(0, 600))
  writeFileSync(join(videos, 'song.mp3'), readFileSync(clip('mp3')))
  writeFileSync(join(videos, 'chosen.jpg'), readFileSync(join(sample, '01-fern.jpg')))
  const rows = [
    'asset_name,name,image,work',
    'C1,Clip,,clip one.webm',
    'C2,Broken,,broken.mp4',
    'C3,Song,,song.mp3',
  ]
  writeFileSync(join(videos, 'tokens.csv'), rows.map((row) => `${row}\n`).join(''))
  await makeCollection(page, {
    name: 'Films',
    metadata: {
      name: '<name>',
      image: '<image>',
      media_type: '<media_type>',
      files: [{ name: '<name>', media_type: '<work_type>', src: '<work>' }],
    },
  })
  const { newImport, title } = text.importing
  await openView(page, title)
  const collection = page.getByRole('combobox', { name: newImport.collection })
  await collection.waitFor({ timeout: uiTimeout })
  await collection.click()
  await page.getByRole('option', { name: 'Films' }).click()
  await page.getByLabel(newImport.path).fill(videos)
  await page.getByRole('button', { name: newImport.open, exact: true }).click()
  await importStep(page, 'check').click({ timeout: uiTimeout })
}

test('a still image is made of a video that lacks one; one that cannot be decoded is named, and the user chooses its image', async () => {
  const videos = join(folder, 'videos')
  await openVideos(videos)
  const { posters } = draft.issues
  const lacking = (work: string) =>
    page.getByRole('list', { name: draft.issues.list }).getByText(`still image of the work ${work}`)
  const detail = page.getByRole('region', { name: draft.issues.detail })
  await lacking('song.mp3').click()
  await detail.getByText('still image of the work song.mp3').waitFor()
  expect(await page.getByRole('button', { name: posters.make }).count()).toBe(0)
  await lacking('clip one.webm').click()
  await page.getByRole('button', { name: posters.make }).click()
  await page.getByText(`broken.mp4: ${posters.undecodable}`).waitFor()
  await page.getByText(posters.made(1)).waitFor()
  const { width, height, format } = await sharp(join(videos, 'clip one.webp')).metadata()
  expect({ isSquare: width === height, format }).toEqual({ isSquare: true, format: 'webp' })
  // the frame, and not an empty canvas: the clip shows a square on a ground of another colour
  const { channels } = await sharp(join(videos, 'clip one.webp')).stats()
  expect(channels.some(({ stdev }) => stdev > 5)).toBe(true)
  expect(existsSync(join(videos, 'broken.webp'))).toBe(false)
  await screenshot(page, 'works-posters')
  await page.getByRole('button', { name: 'Use clip one.webp', exact: true }).last().click()
  await expect.poll(() => page.getByText('still image of the work clip one.webm').count()).toBe(0)

  await lacking('broken.mp4').click()
  await detail.getByRole('button', { name: draft.issues.pickFile }).click()
  const search = page.getByRole('searchbox', { name: draft.issues.files.search })
  await search.fill('chosen')
  await expect.poll(() => page.getByRole('dialog').getByRole('gridcell').count()).toBe(1)
  await search.press('Enter')
  await expect.poll(() => lacking('broken.mp4').count()).toBe(0)
  const ofDrafts = importCalls['imports.drafts'].output
  const draftId = ofDrafts.parse(await call(page, 'imports.drafts', null)).at(-1)?.id
  const pageOfTokens = await call(page, 'imports.tokens', { draftId, offset: 0, limit: 9 })
  const { tokens } = importCalls['imports.tokens'].output.parse(pageOfTokens)
  expect(tokens.find(({ assetName }) => assetName === 'C2')?.image).toMatchObject({
    name: 'chosen.jpg',
  })
  expect(await axeViolations(page)).toEqual([])
})
