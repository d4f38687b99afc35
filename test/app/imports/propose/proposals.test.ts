import { describe, expect } from 'vitest'
import { createProposals } from '#app/imports/propose/proposals.ts'
import { writeFiles } from '../formats/fixture.ts'
import { makeImages, proposalTest as it } from './planned-tokens.ts'

const page = { offset: 0, limit: 10 }

describe('the tokens of a folder that a collection is proposed from', () => {
  it('are its images with their names, where it has no table', async ({ folder, importer }) => {
    await makeImages(folder, 'Casa Blanca 1.png', 'Tuberose 3.png')
    const { planned } = await importer.imports.propose({ folder })
    const proposals = createProposals()
    const proposal = proposals.add(planned)
    const { tokens, total } = proposals.page({ proposal, ...page })
    expect(total).toBe(2)
    expect(tokens.map(({ name, picture }) => [name, picture])).toEqual([
      ['Casa Blanca 1', `/proposed/${proposal}/0`],
      ['Tuberose 3', `/proposed/${proposal}/1`],
    ])
    expect(proposals.file(proposal, 1)?.name).toBe('Tuberose 3.png')
    expect(proposals.file(proposal, 2)).toBeUndefined()
    expect(proposals.page({ proposal, offset: 1, limit: 1 }).tokens).toEqual([tokens[1]])
  })

  it('have the values of their rows, those with errors too, and no attribute that is left out', async ({
    folder,
    importer,
  }) => {
    await makeImages(folder, 'a.png', 'b.png', 'c.png')
    await writeFiles(folder, {
      'list.csv': [
        'No,Title,File,Mood,Wing Colour,custom:Ink',
        '1,First,a.png,calm,red,sepia',
        `2,${'Second '.repeat(9)},b.png,wild,blue,sepia`,
        '3,Third,gone.png,wild,blue,sepia',
      ].join('\n'),
    })
    const { planned, open } = await importer.imports.propose({ folder })
    expect(open?.rows).toBe(2)
    const proposals = createProposals()
    const proposal = proposals.add(planned)
    const { tokens } = proposals.page({ proposal, ...page })
    expect(tokens[0]).toMatchObject({
      name: 'First',
      mediaType: 'image/png',
      tags: [{ tag: '<Mood>', value: 'calm' }],
      attributes: [{ name: 'Ink', value: 'sepia' }],
    })
    expect(tokens.map(({ name, picture }) => [name.slice(0, 6), picture])).toEqual([
      ['First', `/proposed/${proposal}/0`],
      ['Second', `/proposed/${proposal}/1`],
      ['Third', null],
    ])
    expect(tokens[1]?.tags).toEqual([{ tag: '<Mood>', value: 'wild' }])
  })

  it('are those of the last few folders', () => {
    const proposals = createProposals()
    const add = () => proposals.add({ tokens: [], attributes: new Set() })
    const first = add()
    const others = [add(), add(), add()]
    expect(() => proposals.page({ proposal: first, ...page })).toThrow(/Choose this folder again/u)
    for (const proposal of others)
      expect(proposals.page({ proposal, ...page })).toEqual({ tokens: [], total: 0 })
  })
})
