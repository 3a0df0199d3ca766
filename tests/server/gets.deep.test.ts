/** The same on PostgreSQL as well. */
import './gets.test.ts';
