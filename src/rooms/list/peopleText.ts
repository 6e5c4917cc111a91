/** '1 person', '12 people'. */
export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
