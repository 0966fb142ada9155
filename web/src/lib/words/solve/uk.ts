// The referee and the solver in Ukrainian.

import type { Plural } from '../words.svelte';
import type { solveEn } from './en';

type Said = { readonly [K in keyof typeof solveEn]: (typeof solveEn)[K] extends string ? string : Plural };

export const solveUk: Said = {
  'nav.solve': 'Розв’язувач',
  'problem.bad-rules': 'Ці правила не поєднуються.',
  'problem.took-too-long': 'Відповіді не знайдено вчасно. З меншою кількістю плиток швидше.',
  'solve.title': 'Суддя і розв’язувач',
  'solve.lead': 'Складіть будь-яку позицію: чи дозволений хід і який найкращий?',
  'solve.best': 'Найкращий хід',
  'solve.try': 'Зіграти самому',
  'solve.edit': 'Змінити позицію',
  'solve.check': 'Чи це дозволено?',
  'solve.legal': {
    one: 'Дозволено. З підставки йде {n} плитка.',
    few: 'Дозволено. З підставки йдуть {n} плитки.',
    many: 'Дозволено. З підставки йде {n} плиток.',
    other: 'Дозволено. З підставки йде {n} плитки.',
  },
  'solve.worth': {
    one: 'Нові набори коштують {n} очко.',
    few: 'Нові набори коштують {n} очки.',
    many: 'Нові набори коштують {n} очок.',
    other: 'Нові набори коштують {n} очка.',
  },
  'solve.no-play': 'Тут немає ходу. Беріть плитку.',
  'solve.plays': 'Ходи, найкращий перший',
  'solve.lays': { one: '{n} плитка', few: '{n} плитки', many: '{n} плиток', other: '{n} плитки' },
  'solve.not-proven': 'найкраще зі знайденого вчасно',
  'solve.steps': 'Кроки',
  'solve.step-back': 'Крок назад',
  'solve.step-on': 'Крок уперед',
  'solve.animate': 'Показати кроки',
  'solve.rack': 'Підставка',
  'solve.palette': 'Плитки в коробці та скільки лишилося',
  'solve.put': '{tile}, лишилося {n}',
  'solve.take-away': 'Прибрати: {tile}',
  'solve.into-meld': 'Класти в набір {n}',
  'solve.table-text': 'Стіл, текстом',
  'solve.rack-text': 'Підставка, текстом',
  'solve.read': 'Прийняти',
  'solve.clear': 'Очистити все',
  'solve.has-melded': 'Початкову комбінацію вже викладено',
  'solve.not-read':
    '«{what}» — не плитка. Пишіть r1–r13 (червоні), b (сині), y (оранжеві), k (чорні) та J, D, C, M для джокерів.',
  'solve.link-broken': 'Посилання пошкоджене; незрозуміло: {what}. Решта тут.',
  'solve.too-many': '{tile}: тут {have}, а в коробці {n}.',
  'solve.no-tile': 'У цьому виданні немає плитки: {tile}.',
};
