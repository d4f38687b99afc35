import { describe, expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { failedOf } from '#renderer/data/imports.ts'
import { overallOf, type ShownStage, stageState } from '#renderer/views/import/run/overall.ts'

const stage = (name: ShownStage['stage'], change: Partial<ShownStage>): ShownStage => ({
  stage: name,
  done: 0,
  total: 100,
  failed: 0,
  rate: 0,
  secondsLeft: 0,
  ...change,
})

describe('a run as one', () => {
  it('is as far as the tokens that reached the collection, at their rate', () => {
    const stages = [
      stage('hash', { done: 100 }),
      stage('image', { done: 50, secondsLeft: 40 }),
      stage('pin', { done: 50, secondsLeft: 30 }),
      stage('upload', { done: 25, rate: 2, secondsLeft: 90 }),
    ]
    expect(overallOf(stages)).toEqual({
      percent: 25,
      done: 25,
      total: 100,
      rate: 2,
      secondsLeft: 90,
    })
  })

  it('counts what failed as worked on, and its tokens as part of the whole', () => {
    const stages = [
      stage('hash', { done: 100 }),
      stage('image', { done: 98, failed: 2 }),
      stage('pin', { done: 98, total: 98 }),
      stage('upload', { done: 97, failed: 1, total: 98 }),
    ]
    expect(overallOf(stages)).toMatchObject({ percent: 100, done: 97, total: 100 })
    expect(failedOf(stages)).toBe(3)
  })

  it('knows no time while a stage has not started, and nothing before the first event', () => {
    expect(
      overallOf([stage('hash', { secondsLeft: 3 }), stage('upload', { secondsLeft: null })]),
    ).toMatchObject({ secondsLeft: null })
    expect(overallOf([])).toEqual({ percent: 0, done: 0, total: 0, rate: 0, secondsLeft: 0 })
  })

  it('says how each stage stands', () => {
    expect(stageState(stage('pin', {}))).toBe('waiting')
    expect(stageState(stage('pin', { done: 1 }))).toBe('working')
    expect(stageState(stage('pin', { done: 98, failed: 2 }))).toBe('done')
    expect(stageState(stage('pin', { total: 0 }))).toBe('none')
  })
})

describe('the words for time and pace', () => {
  const { left, rate } = text.importing.run
  it.each([
    [null, 'Just started'],
    [0, 'A few seconds left'],
    [41, 'About 50 seconds left'],
    [60, 'About 1 minute left'],
    [59 * 60, 'About 59 minutes left'],
    [59.8 * 60, 'About 1 hour left'],
    [5_400, 'About 1.5 hours left'],
  ])('the time left of %s seconds reads %s', (seconds, words) => {
    expect(left(seconds)).toBe(words)
  })

  it.each([
    [120.4, '120 a second'],
    [2.25, '2.3 a second'],
    [0.5, '30 a minute'],
  ])('a pace of %s a second reads %s', (perSecond, words) => {
    expect(rate(perSecond)).toBe(words)
  })
})
