import { describe, expect, it } from 'vitest'
import { nameInCommon, nameOfFolder } from '#app/imports/plan/collection-name.ts'

describe('the name of a collection', () => {
  it.each([
    ['/art/night-moths', 'Night Moths'],
    ['/art/night-moths/', 'Night Moths'],
    ['C:\\art\\night_moths\\build', 'Night Moths'],
    ['/art/The Night/build/json', 'The Night'],
    ['/art/moths/Assets/_metadata', 'Moths'],
    ['/build', 'Build'],
  ])('of the folder %s is %s', (folder, name) => expect(nameOfFolder(folder)).toBe(name))

  it('is what all names have before their number', () => {
    expect(nameInCommon(['Night Moth #1', 'Night Moth #22'])).toBe('Night Moth')
    expect(nameInCommon(['night_moth_1', 'night_moth_2'])).toBe('Night Moth')
    expect(nameInCommon(['#1', '#2'])).toBeUndefined()
    expect(nameInCommon(['Moth #1'])).toBeUndefined()
    expect(nameInCommon(['Moth #1', 'Fox #2'])).toBeUndefined()
  })
})
