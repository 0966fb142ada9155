// The course in English.

export const learnEn = {
  'nav.learn': 'Learn',
  'kept.not':
    'This browser has no room to remember things here. It lasts until you close the page; nothing you see is lost now.',
  'learn.title': 'Learn by doing',
  'learn.lead': 'Small tables, one idea each. Move the tiles yourself; the rules answer.',
  'learn.begin': 'Begin',
  'learn.go-on': 'Go on',
  'learn.progress': '{n} of {of} done',
  'learn.forget': 'Start from scratch',
  'learn.is-done': 'done',
  'learn.unknown': 'There is no such lesson. Here are all of them.',
  'learn.place': '{n} of {of}',
  'learn.task': 'Try it:',
  'learn.back': 'The lesson before',
  'learn.show': 'Show me',
  'learn.next': 'Next lesson',
  'learn.finish': 'To all lessons',
  'learn.time-up': 'Time is up!',
  'learn.shown': 'Like this. Take it back and do it yourself, or end the turn.',
  'learn.legal-but': 'That is a legal play, but not the one asked for here. Take it back and look once more.',
  'learn.no-reason':
    'The rules do not allow this table. Why exactly, the server can tell as soon as there is a connection.',
  'learn.time.overrun': 'Nothing was laid, so one tile was drawn. Try the other way.',
  'learn.time.played':
    'All melds are in order, so this play counts although time ran out. Leave something unfinished.',
  'learn.time.unfinished':
    'The move was not finished: the table went back, and three tiles were drawn. Start over.',
  'learn.chapter.basics': 'First steps',
  'learn.chapter.table': 'The table is yours',
  'learn.chapter.jokers': 'Free the joker',
  'learn.chapter.twist': 'The jokers of Twist',
  'learn.chapter.time': 'Time',
  'learn.chapter.score': 'Counting points',
  'learn.chapter.strategy': 'Playing well',
  'learn.name.0': 'Ira',
  'learn.name.1': 'Noa',
  'learn.name.2': 'Taras',

  'lesson.group.title': 'A group',
  'lesson.group.text':
    'Three or four tiles with the same number, each in another colour, make a group. That is one of the two kinds of meld.',
  'lesson.group.task': 'Lay the three sevens on the cloth, then end your turn.',
  'lesson.group.done':
    'A group of sevens. Only four colours exist, so a group never has more than four tiles.',
  'lesson.run.title': 'A run',
  'lesson.run.text':
    'Three or more numbers that follow each other in one colour make a run. It may be as long as you like.',
  'lesson.run.task': 'Lay a blue run of three.',
  'lesson.run.done': 'Blue 3, 4, 5. The red 5 could not join: a run keeps to one colour.',
  'lesson.ends.title': 'Where runs end',
  'lesson.ends.text':
    '1 is the lowest number and 13 the highest. A run stops there; it does not go round the corner.',
  'lesson.ends.task': 'Lay a red run. Try the 1 after the 13, and see what the rules say.',
  'lesson.ends.done': '11, 12, 13, and there it ends. The 1 waits for a 2 and a 3.',
  'lesson.opening.title': 'The first melds',
  'lesson.opening.text':
    'Your first melds must be worth 30 points together, all from your own rack and in one turn. Every tile counts its number. Until then the table is only to look at.',
  'lesson.opening.task': 'Open: the eights alone are 24. What else can go down with them?',
  'lesson.opening.done':
    '24 and 9 make 33: enough. From the next turn on, all melds of the table are yours to use.',
  'lesson.draw.title': 'No play? Draw',
  'lesson.draw.text':
    'A turn is either a play with at least one tile of your rack, or a draw of one tile from the pool. A drawn tile waits for your next turn.',
  'lesson.draw.task': 'Nothing on this rack fits. Draw a tile.',
  'lesson.draw.done':
    'The turn is over, and the blue 10 is yours. Drawing is never a shame: you may even draw although you could play.',
  'lesson.joker.title': 'The joker',
  'lesson.joker.text': 'A joker stands for any tile. Its place tells which one, and for that tile it counts.',
  'lesson.joker.task': 'Close the gap between red 6 and red 8.',
  'lesson.joker.done':
    'Here the joker is the red 7. On a rack at the end of a game, though, it costs 30 points.',

  'lesson.e1.title': 'Add to a meld',
  'lesson.e1.text': 'Once you have opened, your tiles may join melds that lie there, whoever laid them.',
  'lesson.e1.task': 'Find a place for blue 3, and one for blue 8.',
  'lesson.e1.done': 'One at the start of a run, one as the fourth of a group.',
  'lesson.e2.title': 'Borrow the fourth',
  'lesson.e2.text': 'A group of four can spare one tile. What stays behind is still a group of three.',
  'lesson.e2.task': 'Lay blue 3, 5 and 6. The missing 4 lies on the table.',
  'lesson.e2.done': 'The blue 4 changed sides, and both melds are complete.',
  'lesson.e3.title': 'Give one, take one',
  'lesson.e3.text': 'Make a run longer at one end, and its other end is free to go.',
  'lesson.e3.task': 'Put blue 11 to the run and use what becomes free with your two eights.',
  'lesson.e3.done': 'The run moved up by one, and the blue 8 completed a group.',
  'lesson.e4.title': 'Split a run',
  'lesson.e4.text': 'A long run can be cut in two. The same number may then lie in both parts.',
  'lesson.e4.task': 'Lay your red 6 in the middle of the run.',
  'lesson.e4.done': '4, 5, 6 and 6, 7, 8: one tile made two runs of one.',
  'lesson.e5.title': 'Combined split',
  'lesson.e5.text':
    'One new meld can take its tiles from several places, as long as every place stays in order.',
  'lesson.e5.task':
    'Make a second group of ones with your blue 1: one tile from the run, one from the group.',
  'lesson.e5.done':
    'The run gave its orange 1, the group its fourth tile, and your blue 1 brought them together.',
  'lesson.e6.title': 'Multiple split',
  'lesson.e6.text':
    'The master’s trick: runs that lie side by side become groups. Take them all apart; only the end of the turn counts.',
  'lesson.e6.task': 'Lay black 10 and blue 5: three runs become three groups and one run.',
  'lesson.e6.done':
    'Groups of 5, 6 and 7, and the black run 8 to 10. You have seen the hardest example of the booklets.',

  'lesson.j1.title': 'Replace it in a group',
  'lesson.j1.text':
    'A joker in a group of three goes free when you lay one of the two missing colours, or both. A free joker must be used in a new meld in the same turn.',
  'lesson.j1.task': 'Free the joker with a 3, then make a new meld of it and your twelves.',
  'lesson.j1.done': 'The joker was a 3 a moment ago and is a 12 now.',
  'lesson.j2.title': 'Split at the joker',
  'lesson.j2.text': 'When a run is long enough on both sides of its joker, the two halves can do without it.',
  'lesson.j2.task': 'Take the joker out of the blue run, and lay it with your twelves.',
  'lesson.j2.done': 'Two runs of three stay behind, and nobody misses the joker.',
  'lesson.j3.title': 'Lay the tile it stands for',
  'lesson.j3.text': 'The plainest way: put the very tile into the joker’s place.',
  'lesson.j3.task':
    'Give the run its blue 5 and use the joker with your twelves. It may not just stay in the run.',
  'lesson.j3.done': 'Tap the joker with the right tile in hand, and it jumps into your hand.',
  'lesson.j4.title': 'Take its friends away',
  'lesson.j4.text': 'If all other tiles of its meld find a place elsewhere, the joker is left over and free.',
  'lesson.j4.task': 'Send black 1 and black 2 to their groups, then lay the joker with your twelves.',
  'lesson.j4.done': 'The run is gone, the groups are full, the joker is yours to use.',

  'lesson.classic.title': 'The classic joker',
  'lesson.classic.text':
    'Twist has eight jokers of four kinds, two of each. The first kind you know: it stands for any one tile.',
  'lesson.classic.task': 'Make a group of sixes with it.',
  'lesson.classic.done':
    'It can be the black or the yellow 6. No other kind of joker may take its place later.',
  'lesson.double-run.title': 'The double joker in a run',
  'lesson.double-run.text':
    'It stands for two numbers that follow each other. Three real tiles are needed all the same.',
  'lesson.double-run.task': 'Bridge the gap from 2 to 5.',
  'lesson.double-run.done': 'It is 3 and 4 at once, and counts 7. Before a 2 or after a 12 it has no room.',
  'lesson.double-group.title': 'The double joker in a group',
  'lesson.double-group.text': 'In a group it stands for two colours at once.',
  'lesson.double-group.task': 'Lay a group of threes with two real threes.',
  'lesson.double-group.done': 'Three tiles, four colours: the group is full.',
  'lesson.colour-change.title': 'The colour-change joker',
  'lesson.colour-change.text':
    'It belongs into runs only. It stands for a number, and behind it the run goes on in another colour.',
  'lesson.colour-change.task': 'Lay one run of all four tiles.',
  'lesson.colour-change.done': '2 and 3 in one colour, the joker is the 4, and from 5 on the run is red.',
  'lesson.mirror.title': 'The mirror joker',
  'lesson.mirror.text':
    'It is the middle of a meld: what lies on its left lies on its right as well, the other way round. It has no number and counts nothing.',
  'lesson.mirror.task': 'Lay all five tiles as one meld.',
  'lesson.mirror.done': '2, 3, mirror, 3, 2. Whatever joins one side later must join the other side too.',

  'lesson.overrun.title': 'Too slow',
  'lesson.overrun.text':
    'A turn has a limit, usually a minute. If it passes and you have laid nothing, you draw one tile.',
  'lesson.overrun.task': 'Lay nothing, and let the time run out.',
  'lesson.overrun.done': 'One tile more, and the next player’s turn.',
  'lesson.unfinished.title': 'Caught in the middle',
  'lesson.unfinished.text':
    'If the time runs out while your move is unfinished, the table goes back to how it was, your tiles come back to your rack, and you draw three.',
  'lesson.unfinished.task': 'Put a tile where it does not fit, and let the time run out.',
  'lesson.unfinished.done':
    'Everything is back, and three tiles came with it. A move that is complete would have counted.',

  'lesson.count-rack.title': 'What is left on a rack',
  'lesson.count-rack.text':
    'The game ends when somebody lays the last tile. The others count their racks: every tile its number, a joker 30. They write the sum as minus.',
  'lesson.count-rack.task': 'Ira is out. What does Noa write?',
  'lesson.count-rack.wrong':
    'Not quite: the 2 counts 2 and the joker 30, and what is left on a rack is minus.',
  'lesson.count-rack.done': '2 and 30, with a minus.',
  'lesson.count-winner.title': 'What the winner gets',
  'lesson.count-winner.text':
    'The winner writes as plus what all the others write as minus. So the sum of a game is always zero: a good way to check.',
  'lesson.count-winner.task': 'And what does Ira write?',
  'lesson.count-winner.wrong': 'Add up what Noa (32) and Taras (14) write.',
  'lesson.count-winner.done': '32 and 14 make 46; and 46 − 32 − 14 is zero.',
  'lesson.count-pool.title': 'When the pool is empty',
  'lesson.count-pool.text':
    'If the pool is empty and nobody gets out, the lowest rack wins. The others write only by how much they are above it.',
  'lesson.count-pool.task': 'Ira holds 5, Noa 12, Taras 7. What does Noa write?',
  'lesson.count-pool.wrong': 'Ira wins with 5. How far is Noa’s 12 above that?',
  'lesson.count-pool.done': '12 less 5 is 7, as minus. Taras writes −2, and Ira +9.',
  'lesson.count-fine.title': 'Never opened',
  'lesson.count-fine.text':
    'The recent Hebrew booklet has a fine: whoever never opened, and could not have, writes a flat 100. Whoever could have writes the rack.',
  'lesson.count-fine.task':
    'Noa never opened, and nothing on the rack makes a meld. What does Noa write by that booklet?',
  'lesson.count-fine.wrong': 'The rack does not matter here: the fine is flat.',
  'lesson.count-fine.done': '−100. Other editions know no such fine; there it would be −21.',

  'lesson.full-table.title': 'The fuller, the better',
  'lesson.full-table.text':
    'The beginning is slow. The more lies on the table, the more places there are for your tiles.',
  'lesson.full-table.task': 'Two tiles that go with nothing on your rack: find them places on the table.',
  'lesson.full-table.done': 'What is stuck early in a game often finds its place later.',
  'lesson.hold-back.title': 'Hold back',
  'lesson.hold-back.text':
    'You need not lay all you can. Early on it can pay to keep a meld on the rack, add a single tile instead, and let the others fill the table.',
  'lesson.hold-back.task': 'Play one tile to the table, and keep your three fours.',
  'lesson.hold-back.done': 'The fours are a safe play for a turn in which nothing else fits.',
  'lesson.keep-fourth.title': 'Keep the fourth',
  'lesson.keep-fourth.text':
    'Of a group of four, lay three: the fourth is a sure play for the next turn and saves you a draw.',
  'lesson.keep-fourth.task': 'Lay the red, blue and black nine. Keep the orange one.',
  'lesson.keep-fourth.done': 'Next turn the orange 9 joins them, and you need not draw.',
  'lesson.joker-danger.title': 'A joker is worth 30',
  'lesson.joker-danger.text':
    'A joker in hand is strong, but caught with it you write 30. When somebody has only a tile or two left, let it go.',
  'lesson.joker-danger.task': 'Your neighbour has one tile left. Lay the joker, anywhere.',
  'lesson.joker-danger.done': 'Thirty points safer.',
  'lesson.duplicates.title': 'Rid of twins',
  'lesson.duplicates.text': 'Two tiles alike never fit into one meld, except around a mirror joker.',
  'lesson.duplicates.task': 'Get rid of both blue fives at once.',
  'lesson.duplicates.done':
    'One on each side of the mirror. That was the last lesson: the tables are waiting for you.',
} as const;
