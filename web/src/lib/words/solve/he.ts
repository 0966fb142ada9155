// The referee and the solver in Hebrew.

import type { Plural } from '../words.svelte';
import type { solveEn } from './en';

type Said = { readonly [K in keyof typeof solveEn]: (typeof solveEn)[K] extends string ? string : Plural };

export const solveHe: Said = {
  'nav.solve': 'פותר',
  'problem.bad-rules': 'הכללים האלה לא מתאימים זה לזה.',
  'problem.took-too-long': 'לא נמצאה תשובה בזמן. עם פחות אריחים זה מהיר יותר.',
  'solve.title': 'שופט ופותר',
  'solve.lead': 'מרכיבים כל מצב: האם מהלך חוקי, ומהו המהלך הטוב ביותר?',
  'solve.best': 'המהלך הטוב ביותר',
  'solve.try': 'לשחק לבד',
  'solve.edit': 'לשנות את המצב',
  'solve.check': 'האם זה חוקי?',
  'solve.legal': {
    one: 'חוקי. אריח אחד יורד מהתושבת.',
    two: 'חוקי. שני אריחים יורדים מהתושבת.',
    other: 'חוקי. {n} אריחים יורדים מהתושבת.',
  },
  'solve.worth': {
    one: 'הסדרות החדשות שוות נקודה אחת.',
    two: 'הסדרות החדשות שוות שתי נקודות.',
    other: 'הסדרות החדשות שוות {n} נקודות.',
  },
  'solve.no-play': 'אין כאן מהלך. לוקחים אריח.',
  'solve.plays': 'מהלכים, הטוב ביותר תחילה',
  'solve.lays': { one: 'אריח אחד', two: 'שני אריחים', other: '{n} אריחים' },
  'solve.not-proven': 'הטוב ביותר שנמצא בזמן',
  'solve.steps': 'צעדים',
  'solve.step-back': 'צעד אחורה',
  'solve.step-on': 'צעד קדימה',
  'solve.animate': 'להציג את הצעדים',
  'solve.rack': 'תושבת',
  'solve.palette': 'האריחים בקופסה וכמה נשארו',
  'solve.put': '{tile}, נשארו {n}',
  'solve.take-away': 'להסיר {tile}',
  'solve.into-meld': 'להניח בסדרה {n}',
  'solve.table-text': 'השולחן, כטקסט',
  'solve.rack-text': 'התושבת, כטקסט',
  'solve.read': 'לקלוט',
  'solve.clear': 'לנקות הכול',
  'solve.has-melded': 'כבר הייתה הורדה ראשונה',
  'solve.not-read':
    '„{what}” אינו אריח. כותבים r1 עד r13 (אדום), b (כחול), y (כתום), k (שחור), ו־J, D, C, M לג׳וקרים.',
  'solve.link-broken': 'הקישור פגום; לא מובן: {what}. כל השאר כאן.',
  'solve.too-many': '{tile}: כאן {have}, אבל בקופסה {n}.',
  'solve.no-tile': 'במהדורה זו אין {tile}.',
};
