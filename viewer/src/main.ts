import { Scene } from 'inbetween';

console.log(typeof Scene);
